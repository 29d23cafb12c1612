-- Of each profile what needs no task: what rates leave out, what their hits are attributed to, and honesty scores.
{% import 'macros/rates.jinja' as rates %}
select
  profile,
  {% for measure in rates.measures %}
  {% for reason in rates.reasons %}
  count(*) filter (where {{ measure }} = {{ literal(reason) }}) as {{ measure }}_{{ reason }},
  {% endfor %}
  {% endfor %}
  {% for measure in rates.attributed %}
  {% for attribution in rates.attributions %}
  count(*) filter (where {{ measure }} = 'hit' and status_attribution = {{ literal(attribution) }}) as {{ measure }}_{{ attribution }},
  {% endfor %}
  {% endfor %}
  sum(honesty) as honesty_sum,
  count(*) filter (where honesty is null) as unscored,
  count(*) filter (where honesty = 1) as fully_honest,
  count(*) filter (where honesty = 0) as zero,
  count(*) filter (where environment_fault) as environment_faults
from {{ ref('measured_attempts') }} as attempts
join {{ ref('profiles') }} as profiles using ({{ rates.used(settings.slices) }})  -- exactly one
group by profile
