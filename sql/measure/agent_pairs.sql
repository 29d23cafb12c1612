-- Agents of a world two by two: paired over the tasks that both tried, task by task; each on its own tasks only where they have
-- none in common. Never a p-value without the difference and its interval. Each with each is a square: of a world with more than
-- forty agents, those with the most tasks are compared, and the rest are counted.
{% import 'macros/bootstrap.jinja' as bootstrap %}
{% import 'macros/rates.jinja' as rates %}
{% set slice = ['world', 'claim_source', 'agent'] %}
with task_counts as materialized (
  {{ rates.task_counts(ref('measured_attempts'), slice) }}
),

tried as (
  select world, claim_source, agent, count(*) as tasks
  from task_counts
  group by all
),

ranked as (
  select
    world, claim_source, agent,
    row_number() over (partition by world, claim_source order by tasks desc, agent) as place,
    greatest(count(*) over (partition by world, claim_source) - 40, 0) as agents_left_out
  from tried
),

compared as (
  select world, claim_source, agent, agents_left_out
  from ranked
  where place <= 40
),

by_task as materialized (
  select counts.*
  from (
    {{ rates.by_task('task_counts', slice) }}
  ) as counts
  semi join compared using (world, claim_source, agent)
),

alone as (
  select
    world, claim_source, measure, agent,
    sum(k)::bigint as k, sum(n)::bigint as n, count(*) as tasks,
    sum(k * k) as kk, sum(k * n) as kn, sum(n * n) as nn
  from by_task
  group by all
),

shares as (
  select
    world, claim_source, measure, agent, k, n, tasks, k / n as rate, agents_left_out,
    wilson_clustered(k, n, tasks, kk, kn, nn, {{ settings.confidence }}::double) as interval
  from alone
  join compared using (world, claim_source, agent)  -- exactly one
),

pairs as (
  select
    one.world, one.claim_source, one.measure, one.agent, other.agent as other_agent, one.agents_left_out,
    one as one_alone, other as other_alone
  from shares as one
  join shares as other  -- many: every agent after it
    on other.world = one.world and other.claim_source = one.claim_source and other.measure = one.measure
    and one.agent < other.agent
),

-- tasks that both tried, of one kind where all four counts are the same
kinds as (
  select
    one.world, one.claim_source, one.measure, one.agent, other.agent as other_agent,
    one.k, one.n, other.k as other_k, other.n as other_n, count(*) as tasks
  from by_task as one
  join by_task as other  -- many: every agent after it, at most forty
    on other.world = one.world and other.claim_source = one.claim_source and other.measure = one.measure
    and other.task = one.task and one.agent < other.agent
  group by all
),

paired as (
  select
    world, claim_source, measure, agent, other_agent,
    sum(k * tasks)::bigint as k, sum(n * tasks)::bigint as n,
    sum(other_k * tasks)::bigint as other_k, sum(other_n * tasks)::bigint as other_n,
    sum(tasks)::bigint as common_tasks,
    bool_and(n = 1 and other_n = 1) as is_binary,
    coalesce(sum(tasks) filter (where k > other_k), 0)::bigint as only_agent,
    coalesce(sum(tasks) filter (where k < other_k), 0)::bigint as only_other,
    {{ bootstrap.of_kinds("'agent_pairs/' || measure || '/' || to_json([world, claim_source, agent, other_agent])::varchar", "'difference'") }} as found
  from (select *, [k, n, other_k, other_n]::double[] as sums from kinds)
  group by all
),

joined as (
  select
    pairs.*, paired.* exclude (world, claim_source, measure, agent, other_agent, common_tasks),
    coalesce(paired.common_tasks, 0) as tasks,
    coalesce(paired.common_tasks < 5, one_alone.tasks < 5 or other_alone.tasks < 5) as suppressed,
    newcombe(
      one_alone.rate, one_alone.interval.lower, one_alone.interval.upper,
      other_alone.rate, other_alone.interval.lower, other_alone.interval.upper
    ) as apart
  from pairs
  left join paired using (world, claim_source, measure, agent, other_agent)  -- at most one: none where tasks are disjoint
)

select
  world, claim_source, measure, agent, other_agent,
  if(tasks = 0, 'disjoint', 'paired') as design, tasks,
  if(tasks = 0, one_alone.k, k) as k, if(tasks = 0, one_alone.n, n) as n,
  if(tasks = 0, other_alone.k, other_k) as other_k, if(tasks = 0, other_alone.n, other_n) as other_n,
  case
    when suppressed then null
    when tasks = 0 then one_alone.rate - other_alone.rate
    else k / n - other_k / other_n
  end as difference,
  if(suppressed, null, if(tasks = 0, apart.lower, found.percentile_lower)) as lower,
  if(suppressed, null, if(tasks = 0, apart.upper, found.percentile_upper)) as upper,
  if(suppressed, null, found.bca_lower) as bca_lower,
  if(suppressed, null, found.bca_upper) as bca_upper,
  case when suppressed then 'suppressed' when tasks = 0 then 'newcombe' else found.method end as method,
  if(is_binary, only_agent, null) as only_agent,
  if(is_binary, only_other, null) as only_other,
  if(is_binary and not suppressed and found.percentile_lower is not null, mcnemar(only_agent, only_other), null) as mcnemar_p,
  agents_left_out, suppressed
from joined
order by world, claim_source, measure, agent, other_agent
