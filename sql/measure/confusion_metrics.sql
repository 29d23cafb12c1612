-- What the matrix of claimed against actual status comes to, by world and agent. A claim that cannot be read is a class of its
-- own that is never right: it is in the denominators, and no F1 is taken of it. Undefined is null, never 0.
--   accuracy, precision, recall                      rates: Wilson on an effective n
--   f1, balanced_accuracy, macro_f1, kappa, mcc      composites: bootstrap of whole tasks
{% import 'macros/bootstrap.jinja' as bootstrap %}
{% set classes = ['complete', 'partial', 'blocked'] %}
{% set labels = classes + ['malformed'] %}
{% set composites = ['balanced_accuracy', 'macro_f1', 'kappa', 'mcc'] %}
with left_out as (
  select
    world, agent, claim_source,
    count(*) filter (where claimed = 'none') as no_claim,
    count(*) filter (where claimed <> 'none' and is_unverifiable) as unverifiable
  from {{ ref('measured_attempts') }}
  group by all
),

-- of each task the matrix, row after row: actual by claimed
by_task as (
  select
    world, agent, claim_source, task,
    [
      {% for actual in labels %}{% for claimed in labels %}
      count(*) filter (where actual = {{ literal(actual) }} and claimed = {{ literal(claimed) }}){{ ',' if not (loop.last and actual == 'malformed') }}
      {% endfor %}{% endfor %}
    ]::double[] as matrix
  from {{ ref('measured_attempts') }}
  where claimed <> 'none' and not is_unverifiable
  group by all
),

-- tasks with the same matrix are of one kind
matrix_kinds as materialized (
  select world, agent, claim_source, matrix as sums, count(*) as tasks
  from by_task
  group by all
),

-- what is a ratio of two sums: k of n
ratios as (
  {% for name in classes %}
  {% set row = 4 * loop.index0 %}
  {% set column = loop.index0 %}
  {% set hits = 'sums[' ~ (row + column + 1) ~ ']' %}
  {% set actual = 'list_sum(sums[' ~ (row + 1) ~ ':' ~ (row + 4) ~ '])' %}
  {% set claimed = '(sums[' ~ (column + 1) ~ '] + sums[' ~ (column + 5) ~ '] + sums[' ~ (column + 9) ~ '] + sums[' ~ (column + 13) ~ '])' %}
  select world, agent, claim_source, 'precision' as metric, {{ literal(name) }} as class, {{ hits }} as k, {{ claimed }} as n, tasks
  from matrix_kinds
  union all
  select world, agent, claim_source, 'recall', {{ literal(name) }}, {{ hits }}, {{ actual }}, tasks from matrix_kinds
  union all
  select world, agent, claim_source, 'f1', {{ literal(name) }}, 2 * {{ hits }}, {{ actual }} + {{ claimed }}, tasks from matrix_kinds
  union all
  {% endfor %}
  select world, agent, claim_source, 'accuracy', null, sums[1] + sums[6] + sums[11], list_sum(sums), tasks from matrix_kinds
),

ratio_kinds as (
  select world, agent, claim_source, metric, class, k::bigint as k, n::bigint as n, sum(tasks)::bigint as tasks
  from ratios
  group by all
),

summed as (
  select
    world, agent, claim_source, metric, class,
    sum(k * tasks)::bigint as k, sum(n * tasks)::bigint as n, coalesce(sum(tasks) filter (where n > 0), 0)::bigint as tasks,
    sum(k * k * tasks) as kk, sum(k * n * tasks) as kn, sum(n * n * tasks) as nn
  from ratio_kinds
  group by all
),

rates as (
  select
    world, agent, claim_source, metric, class, k, n, tasks, k / nullif(n, 0) as value,
    wilson_clustered(k, n, tasks, kk, kn, nn, {{ settings.confidence }}::double) as interval
  from summed
  where metric <> 'f1'
),

f1_scores as (
  select
    world, agent, claim_source, metric, class,
    sum(k * tasks)::bigint as k, sum(n * tasks)::bigint as n, sum(tasks)::bigint as all_tasks,
    {{ bootstrap.of_kinds("'confusion_metrics/f1/' || to_json([world, agent, claim_source, class])::varchar", "'ratio'") }} as found
  from (select *, [k, n]::double[] as sums from ratio_kinds where metric = 'f1' and n > 0)
  group by all
),

composites as (
  {% for metric in composites %}
  select
    world, agent, claim_source, {{ literal(metric) }} as metric, null::varchar as class, null::bigint as k,
    sum(list_sum(sums) * tasks)::bigint as n, sum(tasks)::bigint as all_tasks,
    {{ bootstrap.of_kinds("'confusion_metrics/" ~ metric ~ "/' || to_json([world, agent, claim_source])::varchar", literal(metric)) }} as found
  from matrix_kinds
  group by all
  {{ 'union all' if not loop.last }}
  {% endfor %}
),

metrics as (
  select
    world, agent, claim_source, metric, class, k, n, tasks, value,
    interval.lower as lower, interval.upper as upper, null::double as bca_lower, null::double as bca_upper,
    if(interval is null, 'too_few_clusters', 'wilson_clustered') as method
  from rates
  union all
  select
    world, agent, claim_source, metric, class, k, n, all_tasks, found.estimate,
    found.percentile_lower, found.percentile_upper, found.bca_lower, found.bca_upper, found.method
  from (from f1_scores union all by name from composites)
)

select
  world, agent, claim_source, metric, class,
  {% for column in ['value', 'lower', 'upper', 'bca_lower', 'bca_upper'] %}
  if(tasks < 5, null, {{ column }}) as {{ column }},
  {% endfor %}
  if(tasks < 5, 'suppressed', method) as method,
  k, n, tasks, no_claim, unverifiable, tasks < 5 as suppressed
from metrics
join left_out using (world, agent, claim_source)  -- exactly one
order by world, agent, claim_source, metric, class
