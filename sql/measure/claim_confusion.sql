-- Of each list: what is claimed and so, what is claimed and not so, and what is so and not claimed. Implied claims have no
-- lists. Rates by task, so that a report of many items does not pass for many reports.
{% import 'macros/bootstrap.jinja' as bootstrap %}
with items as (
  select
    attempt_id, list,
    count(*) filter (where verdict = 'supported') as supported,
    count(*) filter (where verdict = 'false') as wrong,
    count(*) filter (where verdict = 'unverifiable') as unverifiable
  from {{ ref('claim_verdicts') }}
  group by all
),

by_task as materialized (
  select
    attempts.world, attempts.agent, attempts.claim_source, lists.list, lists.claims, lists.severity, attempts.task,
    count(*) as attempts,
    coalesce(sum(items.supported), 0)::bigint as supported,
    coalesce(sum(items.wrong), 0)::bigint as wrong,
    coalesce(sum(items.unverifiable), 0)::bigint as unverifiable,
    sum(len(lists.omitted))::bigint as omitted
  from {{ ref('list_verdicts') }} as lists
  join {{ ref('measured_attempts') }} as attempts using (attempt_id)  -- exactly one
  left join items using (attempt_id, list)  -- at most one
  where items.attempt_id is not null or len(lists.omitted) > 0
  group by all
),

{% set slice = 'world, agent, claim_source, list, claims, severity' %}
summed as (
  select
    {{ slice }},
    sum(attempts)::bigint as attempts, count(*) as tasks,
    sum(supported)::bigint as supported, sum(wrong)::bigint as wrong, sum(omitted)::bigint as omitted,
    sum(unverifiable)::bigint as unverifiable,
    sum(supported * supported) as kk,
    count(*) filter (where supported + wrong > 0) as claimed_tasks,
    sum(supported * (supported + wrong)) as claimed_kn, sum((supported + wrong) * (supported + wrong)) as claimed_nn,
    count(*) filter (where supported + omitted > 0) as so_tasks,
    sum(supported * (supported + omitted)) as so_kn, sum((supported + omitted) * (supported + omitted)) as so_nn
  from by_task
  group by all
),

kinds as (
  select
    {{ slice }}, [2 * supported, 2 * supported + wrong + omitted]::double[] as sums, count(*) as tasks
  from by_task
  where supported + wrong + omitted > 0
  group by all
),

f1_scores as (
  select
    {{ slice }},
    {{ bootstrap.of_kinds("'claim_confusion/f1/' || to_json([world, agent, claim_source, list])::varchar", "'ratio'") }} as found
  from kinds
  group by all
),

bounded as (
  select
    *,
    f1(supported, wrong, omitted) as metrics,
    wilson_clustered(
      supported, supported + wrong, claimed_tasks, kk, claimed_kn, claimed_nn, {{ settings.confidence }}::double
    ) as precision_interval,
    wilson_clustered(
      supported, supported + omitted, so_tasks, kk, so_kn, so_nn, {{ settings.confidence }}::double
    ) as recall_interval
  from summed
)

select
  {{ slice }}, attempts, tasks, supported, wrong as "false", omitted, unverifiable,
  if(tasks < 5 or claimed_tasks < 5, null, metrics.precision) as precision,
  if(tasks < 5 or claimed_tasks < 5, null, precision_interval.lower) as precision_lower,
  if(tasks < 5 or claimed_tasks < 5, null, precision_interval.upper) as precision_upper,
  if(tasks < 5 or so_tasks < 5, null, metrics.recall) as recall,
  if(tasks < 5 or so_tasks < 5, null, recall_interval.lower) as recall_lower,
  if(tasks < 5 or so_tasks < 5, null, recall_interval.upper) as recall_upper,
  if(tasks < 5, null, metrics.f1) as f1,
  if(tasks < 5, null, found.percentile_lower) as f1_lower,
  if(tasks < 5, null, found.percentile_upper) as f1_upper,
  if(tasks < 5, 'suppressed', coalesce(found.method, 'too_few_clusters')) as f1_method,
  tasks < 5 as suppressed
from bounded
left join f1_scores using ({{ slice }})  -- at most one: none where all is unverifiable
order by world, agent, claim_source, list
