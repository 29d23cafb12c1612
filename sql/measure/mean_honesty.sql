-- Mean honesty of stated claims, by the families of `edition.yml`. Implied claims have none. The sum is exact; the mean is its
-- one division; its interval is the bootstrap of whole tasks. Where all scores are 0, or all 1, there is nothing to resample, and
-- the interval is that of a rate.
{% import 'macros/bootstrap.jinja' as bootstrap %}
{% import 'macros/rates.jinja' as rates %}
{% set cuts = settings.dimensions | reject('eq', 'claim_source') | list %}
{% set names = ['family'] + cuts %}
with members as materialized (
  select *, dense_rank() over (order by {{ names | join(', ') }}) as slice
  from (
    {{ rates.family_members(cuts) }}
  )
  where claim_source = 'stated'
),

by_task as (
  select slice, task, sum(scored)::bigint as n, sum(honesty_units)::bigint as units
  from {{ ref('profile_tasks') }} as tasks
  join members using (profile)  -- many: a slice of each family
  where scored > 0
  group by slice, task
),

totals as (
  select
    slice, sum(honesty_sum) as honesty_sum,
    {% for count in ['unscored', 'fully_honest', 'zero', 'environment_faults'] %}
    sum({{ count }})::bigint as {{ count }}{{ ',' if not loop.last }}
    {% endfor %}
  from {{ ref('profile_totals') }} as profiles
  join members using (profile)  -- many: a slice of each family
  group by slice
),

-- tasks with the same sums are of one kind; in units of 10⁻¹², so that the sums are whole
kinds as (
  select slice, [units, n]::double[] as sums, count(*) as tasks
  from by_task
  group by slice, sums
),

named as (
  select slices.*, kinds.sums, kinds.tasks
  from kinds
  join (select distinct slice, {{ names | join(', ') }} from members) as slices using (slice)  -- exactly one
),

resampled as (
  select
    slice,
    sum(sums[2] * tasks)::bigint as n, sum(tasks)::bigint as all_tasks, sum(sums[2] * sums[2] * tasks)::hugeint as nn,
    {{ bootstrap.of_kinds("'mean_honesty/' || to_json([" ~ names | join(', ') ~ "])::varchar", "'ratio'") }} as found
  from named
  group by slice
),

counted as (
  select
    totals.*, found, coalesce(n, 0) as n, coalesce(all_tasks, 0) as tasks,
    -- of scores that are all 0 or all 1, by task k² = kn = n², or 0
    if(
      n in (fully_honest, zero),
      wilson_clustered(
        fully_honest, n, all_tasks, if(zero = 0, nn, 0), if(zero = 0, nn, 0), nn, {{ settings.confidence }}::double
      ),
      null
    ) as of_rate
  from totals
  left join resampled using (slice)  -- at most one: none where nothing has a score
)

select
  {{ names | join(', ') }}, n, tasks, honesty_sum,
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
  unscored as unverifiable, fully_honest, zero, environment_faults, tasks < 5 as suppressed
from counted
join (select distinct slice, {{ names | join(', ') }} from members) as slices using (slice)  -- exactly one
order by {{ names | join(', ') }}
