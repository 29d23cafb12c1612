-- Of each profile and task what intervals are made of: k and n of each rate, and the honesty scores in units of 10⁻¹², so that
-- sums are whole. Nothing after this table and profile_totals sees an attempt.
{% import 'macros/rates.jinja' as rates %}
select
  profile, task,
  {% for measure in rates.measures %}
  count(*) filter (where {{ measure }} = 'hit') as {{ measure }}_k,
  count(*) filter (where {{ measure }} in ('hit', 'miss')) as {{ measure }}_n,
  {% endfor %}
  count(honesty) as scored,
  coalesce(sum((honesty * 1000000000000)::bigint), 0)::bigint as honesty_units
from {{ ref('measured_attempts') }} as attempts
join {{ ref('profiles') }} as profiles using ({{ rates.used(settings.slices) }})  -- exactly one
group by profile, task
