-- What the models of quality say of the final states: a value for each part, or one for the attempt as a whole.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
{% for quality in qualities %}
select
  {{ literal(quality.world.name) }} as world,
  substr(state, len('attempt:') + 1) as attempt_id,
  {{ literal(quality.model) }} as model,
  {% if quality.perPart %}
  to_json([{% for field in quality.world.partIdentity %}{{ typing.canonical(contract.as_json(identifier(field.name), field.type), field.type) }}{% if not loop.last %}, {% endif %}{% endfor %}])::varchar as part,
  {% else %}
  null::varchar as part,
  {% endif %}
  value::double as value
from {{ ref(quality.world.name ~ '_' ~ quality.model) }}
where starts_with(state, 'attempt:')
union all
{% endfor %}
{{ contract.nothing('world varchar, attempt_id varchar, model varchar, part varchar, value double') }}
