-- Agents of a world two by two: paired over the tasks that both tried, task by task; each on its own tasks only where they have
-- none in common. Never a p-value without the difference and its interval. Each with each is a square: of a world with more than
-- forty agents, those with the most tasks are compared, and the rest are counted.
{% import 'macros/bootstrap.jinja' as bootstrap %}
{% import 'macros/rates.jinja' as rates %}
with members as materialized (
  select world, claim_source, agent, profile, dense_rank() over (order by world, claim_source, agent) as slice
  from {{ ref('profiles') }}
),

agents as (
  select distinct slice, world, claim_source, agent from members
),

task_counts as materialized (
  {{ rates.task_counts() }}
),

tried as (
  select slice, count(*) as tasks
  from task_counts
  group by slice
),

ranked as (
  select
    agents.*,
    row_number() over (partition by world, claim_source order by tasks desc, agent) as place,
    greatest(count(*) over (partition by world, claim_source) - 40, 0) as agents_left_out
  from tried
  join agents using (slice)  -- exactly one
),

by_task as materialized (
  select world, claim_source, agent, agents_left_out, measure, task, k, n
  from (
    {{ rates.by_task() }}
  )
  join ranked using (slice)  -- exactly one
  where place <= 40
),

alone as (
  select
    world, claim_source, measure, agent, agents_left_out,
    {{ rates.sums() }}
  from by_task
  group by all
),

shares as (
  select
    world, claim_source, measure, agent, k, n, tasks, k / n as rate, agents_left_out,
    wilson_clustered(k, n, tasks, kk, kn, nn, {{ settings.confidence }}::double) as interval
  from alone
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
    sum(k * k * tasks) as kk, sum(k * n * tasks) as kn, sum(n * n * tasks) as nn,
    sum(other_k * other_k * tasks) as other_kk, sum(other_k * other_n * tasks) as other_kn,
    sum(other_n * other_n * tasks) as other_nn,
    {{ bootstrap.of_kinds("'agent_pairs/' || measure || '/' || to_json([world, claim_source, agent, other_agent])::varchar", "'difference'") }} as found
  from (select *, [k, n, other_k, other_n]::double[] as sums from kinds)
  group by all
),

-- the interval of each agent: on its own tasks where there are none in common, else on the common ones
joined as (
  select
    pairs.* exclude (one_alone, other_alone), paired.found,
    coalesce(paired.common_tasks, 0) as tasks,
    coalesce(paired.common_tasks < 5, one_alone.tasks < 5 or other_alone.tasks < 5) as suppressed,
    coalesce(paired.is_binary, false) as is_binary, paired.only_agent, paired.only_other,
    coalesce(paired.k, one_alone.k) as k, coalesce(paired.n, one_alone.n) as n,
    coalesce(paired.other_k, other_alone.k) as other_k, coalesce(paired.other_n, other_alone.n) as other_n,
    coalesce(
      wilson_clustered(paired.k, paired.n, common_tasks, kk, kn, nn, {{ settings.confidence }}::double),
      one_alone.interval
    ) as one,
    coalesce(
      wilson_clustered(
        paired.other_k, paired.other_n, common_tasks, other_kk, other_kn, other_nn, {{ settings.confidence }}::double
      ),
      other_alone.interval
    ) as other
  from pairs
  left join paired using (world, claim_source, measure, agent, other_agent)  -- at most one: none where tasks are disjoint
),

bounded as (
  select
    *,
    -- where tasks are disjoint, or every resample says the same
    tasks = 0 or found.method = 'degenerate' as is_apart,
    newcombe(k / n, one.lower, one.upper, other_k / other_n, other.lower, other.upper) as apart
  from joined
),

shown as (
  select
    *,
    if(is_apart, apart.lower, found.percentile_lower) as lower,
    if(is_apart, apart.upper, found.percentile_upper) as upper
  from bounded
)

select
  world, claim_source, measure, agent, other_agent,
  if(tasks = 0, 'disjoint', 'paired') as design, tasks, k, n, other_k, other_n,
  if(suppressed, null, k / n - other_k / other_n) as difference,
  if(suppressed, null, lower) as lower,
  if(suppressed, null, upper) as upper,
  if(suppressed, null, found.bca_lower) as bca_lower,
  if(suppressed, null, found.bca_upper) as bca_upper,
  case when suppressed then 'suppressed' when is_apart then 'newcombe' else found.method end as method,
  if(is_binary, only_agent, null) as only_agent,
  if(is_binary, only_other, null) as only_other,
  if(is_binary and not suppressed and lower is not null, mcnemar(only_agent, only_other), null) as mcnemar_p,
  agents_left_out, suppressed
from shown
order by world, claim_source, measure, agent, other_agent
