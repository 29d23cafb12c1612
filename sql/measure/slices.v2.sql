-- The rates of every slice, by the families of `edition.yml`, each with its denominator, what it leaves out, and how it
-- differs from the rest of its family. Excused claims count as false here; lied, misled and unattributable split them. What
-- an attempt is to a rate: measured_attempts. Implied claims never mix with stated ones.
{% import 'macros/rates.jinja' as rates %}
{% set cuts = settings.dimensions | reject('eq', 'claim_source') | list %}
{% set names = ['family'] + cuts + ['claim_source'] %}
with members as materialized (
  select
    *,
    dense_rank() over (order by {{ names | join(', ') }}) as slice,
    dense_rank() over (order by family, claim_source) as whole
  from (
    {{ rates.family_members(cuts) }}
  )
),

slices as (
  select distinct slice, whole, {{ names | join(', ') }} from members
),

task_counts as materialized (
  {{ rates.task_counts() }}
),

by_task as (
  {{ rates.by_task() }}
),

left_out as (
  {{ rates.left_out() }}
),

-- all slices of a family together: what each is held against
whole_by_task as materialized (
  select whole, measure, task, sum(k)::bigint as whole_k, sum(n)::bigint as whole_n
  from by_task
  join slices using (slice)  -- exactly one
  group by whole, measure, task
),

wholes as (
  select
    whole, measure, count(*) as whole_tasks,
    [sum(whole_k), sum(whole_n), sum(whole_k * whole_k), sum(whole_k * whole_n), sum(whole_n * whole_n)]::double[] as sums
  from whole_by_task
  group by whole, measure
),

summed as (
  select
    slice, measure,
    {{ rates.sums() }},
    [sum(k * whole_k), sum(k * whole_n), sum(n * whole_k), sum(n * whole_n)]::double[] as crossed
  from by_task
  join slices using (slice)  -- exactly one
  join whole_by_task using (whole, measure, task)  -- exactly one
  group by slice, measure
),

bounded as (
  select
    *,
    {{ rates.intervals(names) }}
  from (
    {{ rates.whole('summed') }}
  )
  join slices using (slice)  -- exactly one
),

-- of what is suppressed nothing is said; in a total order, for the list of a family's tests
contrasted as (
  select
    bounded.*,
    if(
      tasks < 5, null,
      rate_contrast(
        [k, n, kk, kn, nn]::double[], wholes.sums, crossed, whole_tasks, {{ settings.confidence }}::double
      )
    ) as contrast,
    row_number() over (partition by family order by slice, measure) as place
  from bounded
  left join wholes using (whole, measure)  -- at most one: none where nothing is in the denominator
),

-- what is not tested is null and does not count
families as (
  select
    family, count(contrast.p) as family_size,
    benjamini_hochberg(list(contrast.p order by place)) as q
  from contrasted
  group by family
)

select
  {{ names | join(', ') }}, measure,
  {{ rates.shown() }},
  {{ (rates.reasons + rates.attributions) | join(', ') }},
  contrast.difference as difference, contrast.lower as difference_lower, contrast.upper as difference_upper,
  contrast.p as p_value, families.q[place] as q_value, family_size,
  {{ rates.flags() }}
from contrasted
join families using (family)  -- exactly one
order by {{ names | join(', ') }}, measure
