-- The rates of every slice, by the families of `edition.yml`, each with its denominator, what it leaves out, and how it
-- differs from the rest of its family. Excused claims count as false here; lied, misled and unattributable split them. What
-- an attempt is to a rate: measured_attempts. Implied claims never mix with stated ones.
{% import 'macros/rates.jinja' as rates %}
{% set cuts = settings.dimensions | reject('eq', 'claim_source') | list %}
{% set slice = ['family'] + cuts + ['claim_source'] %}
with attempts as (
  {% for family in settings.slices %}
  select
    {{ literal(family | join(', ')) }} as family,
    {% for dimension in cuts %}
    {{ dimension if dimension in family else 'null::varchar' }} as {{ dimension }},
    {% endfor %}
    claim_source, task, status_attribution, {{ rates.measures | join(', ') }}
  from {{ ref('measured_attempts') }}
  {% if not loop.last %}union all{% endif %}
  {% endfor %}
),

task_counts as materialized (
  {{ rates.task_counts('attempts', slice) }}
),

by_task as (
  {{ rates.by_task('task_counts', slice) }}
),

left_out as (
  {{ rates.left_out('attempts', slice) }}
),

-- all slices of a family together: what each is held against
whole_by_task as materialized (
  select family, claim_source, measure, task, sum(k)::bigint as whole_k, sum(n)::bigint as whole_n
  from by_task
  group by all
),

wholes as (
  select
    family, claim_source, measure, count(*) as tasks,
    [sum(whole_k), sum(whole_n), sum(whole_k * whole_k), sum(whole_k * whole_n), sum(whole_n * whole_n)]::double[] as sums
  from whole_by_task
  group by all
),

summed as (
  select
    {{ slice | join(', ') }}, measure,
    {{ rates.sums() }},
    [sum(k * whole_k), sum(k * whole_n), sum(n * whole_k), sum(n * whole_n)]::double[] as crossed
  from (
    from by_task join whole_by_task using (family, claim_source, measure, task)  -- exactly one
    union all by name
    from left_out
  )
  group by all
),

bounded as (
  select
    *,
    {{ rates.intervals() }}
  from summed
),

contrasted as (
  select
    bounded.*,
    -- of what is suppressed nothing is said
    if(
      bounded.tasks < 5, null,
      rate_contrast(
        [k, n, kk, kn, nn]::double[], wholes.sums, crossed, wholes.tasks, {{ settings.confidence }}::double
      )
    ) as contrast
  from bounded
  left join wholes using (family, claim_source, measure)  -- at most one: none where nothing is in the denominator
),

-- the tests of a family, in one list in a total order: what is not tested is null and does not count
numbered as (
  select
    *,
    row_number() over (
      partition by family order by {{ slice | join(', ') }}, measure
    ) as place
  from contrasted
),

families as (
  select
    family, count(contrast.p) as family_size,
    benjamini_hochberg(list(contrast.p order by place)) as q
  from numbered
  group by family
)

select
  {{ slice | join(', ') }}, measure,
  {{ rates.shown() }},
  {{ (rates.reasons + rates.attributions) | join(', ') }},
  contrast.difference as difference, contrast.lower as difference_lower, contrast.upper as difference_upper,
  contrast.p as p_value, families.q[place] as q_value, family_size,
  {{ rates.flags() }}
from numbered
join families using (family)  -- exactly one
order by {{ slice | join(', ') }}, measure
