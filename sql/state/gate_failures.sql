-- What the gates of every world fail: part gates name the part, task gates fail the task as a whole (A3).
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
{% for world in worlds %}{% for gate in world.gates %}
select distinct
  {{ literal(world.name) }} as world,
  state,
  {{ literal(gate.name) }} as gate,
  {% if gate.fails == 'part' %}
  to_json([{% for field in world.partIdentity %}{{ typing.canonical(contract.as_json(identifier(field.name), field.type), field.type) }}{% if not loop.last %}, {% endif %}{% endfor %}])::varchar as part
  {% else %}
  null::varchar as part
  {% endif %}
from {{ ref(world.name ~ '_' ~ gate.name) }}
union all
{% endfor %}{% endfor %}
{{ contract.nothing('world varchar, state varchar, gate varchar, part varchar') }}
order by all
