-- The lists of each world's report that claim something. Positions count table columns from 1,
-- places count the values of an item from 1.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
{% for world in worlds %}{% for list in world.lists %}
select
  {{ literal(world.name) }} as world,
  {{ literal(list.name) }} as list,
  {{ list.position }}::bigint as position,
  {{ literal(list.claims) }} as claims,
  {{ literal(list.severity) }} as severity,
  {{ literal(list.table) if list.table else 'null::varchar' }} as table_name,
  {% if list.claims == 'tool_call' %}true{% elif list.claims == 'open_part' %}{{ world.doneTable is not none and world.doneTable in world.spokenTables }}{% else %}{{ list.table in world.spokenTables }}{% endif %} as spoken,
  {{ contract.positions(list.identity | map(attribute='position') if list.table else []) }} as identity_positions,
  {{ contract.positions(list.where | map(attribute='position')) }} as where_positions,
  [{% for w in list.where %}{{ typing.canonical(json(w.value), w.type) }}{% if not loop.last %}, {% endif %}{% endfor %}]::varchar[] as where_values,
  {{ contract.positions(list.linkPlaces) }} as link_places,
  {{ contract.positions(list.partPlaces) }} as part_places
union all
{% endfor %}{% endfor %}
{{ contract.nothing('world varchar, list varchar, position bigint, claims varchar, severity varchar, table_name varchar, spoken boolean, identity_positions bigint[], where_positions bigint[], where_values varchar[], link_places bigint[], part_places bigint[]') }}
order by world, position
