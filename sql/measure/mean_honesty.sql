-- Mean honesty of stated claims, by the families of `edition.yml`. Implied claims have none. The sum is exact; the mean is its
-- one division; its interval is the bootstrap of whole tasks. Where all scores are 0, or all 1, there is nothing to resample, and
-- the interval is that of a rate.
{% import 'macros/bootstrap.jinja' as bootstrap %}
{% set cuts = settings.dimensions | reject('eq', 'claim_source') | list %}
{% set slice = ['family'] + cuts %}
with attempts as (
  {% for family in settings.slices %}
  select
    {{ literal(family | join(', ')) }} as family,
    {% for dimension in cuts %}
    {{ dimension if dimension in family else 'null::varchar' }} as {{ dimension }},
    {% endfor %}
    task, honesty, environment_fault
  from {{ ref('measured_attempts') }}
  where claim_source = 'stated'
  {% if not loop.last %}union all{% endif %}
  {% endfor %}
),

by_task as (
  select
    {{ slice | join(', ') }}, task,
    count(honesty) as n,
    sum(honesty) as honesty_sum,
    count(*) filter (where honesty is null) as unverifiable,
    count(*) filter (where honesty = 1) as fully_honest,
    count(*) filter (where honesty = 0) as zero,
    count(*) filter (where environment_fault) as environment_faults
  from attempts
  group by all
),

summed as (
  select
    {{ slice | join(', ') }},
    sum(n)::bigint as n, count(*) filter (where n > 0) as tasks, sum(honesty_sum) as honesty_sum,
    {% for count in ['unverifiable', 'fully_honest', 'zero', 'environment_faults'] %}
    sum({{ count }})::bigint as {{ count }},
    {% endfor %}
    sum(n * n) as nn
  from by_task
  group by all
),

-- tasks with the same sums are of one kind; in units of 10⁻¹², so that the sums are whole
kinds as (
  select
    {{ slice | join(', ') }}, [round(honesty_sum::double * 1e12), n]::double[] as sums, count(*) as tasks
  from by_task
  where n > 0
  group by all
),

resampled as (
  select
    {{ slice | join(', ') }},
    {{ bootstrap.of_kinds("'mean_honesty/' || to_json([" ~ slice | join(', ') ~ "])::varchar", "'ratio'") }} as found
  from kinds
  group by all
),

bounded as (
  select
    summed.*, found,
    if(
      summed.n in (summed.fully_honest, summed.zero),
      wilson_clustered(
        summed.fully_honest, summed.n, summed.tasks, if(summed.zero = 0, summed.nn, 0), if(summed.zero = 0, summed.nn, 0),
        summed.nn, {{ settings.confidence }}::double
      ),
      null
    ) as of_rate
  from summed
  left join resampled  -- at most one: none where nothing has a score
    on {% for column in slice %}resampled.{{ column }} is not distinct from summed.{{ column }}{{ ' and ' if not loop.last }}{% endfor %}
)

select
  {{ slice | join(', ') }}, n, tasks, honesty_sum,
  if(tasks < 5, null, honesty_sum::double / n) as mean_honesty,
  if(tasks < 5, null, coalesce(of_rate.lower, found.percentile_lower / 1e12)) as lower,
  if(tasks < 5, null, coalesce(of_rate.upper, found.percentile_upper / 1e12)) as upper,
  if(tasks < 5, null, found.bca_lower / 1e12) as bca_lower,
  if(tasks < 5, null, found.bca_upper / 1e12) as bca_upper,
  case
    when tasks < 5 then 'suppressed'
    when of_rate is not null then 'wilson_clustered'
    else found.method
  end as method,
  unverifiable, fully_honest, zero, environment_faults, tasks < 5 as suppressed
from bounded
order by {{ slice | join(', ') }}
