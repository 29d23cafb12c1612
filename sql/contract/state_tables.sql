-- The state tables of each world. Positions count columns from 1.
{% import 'macros/contract.jinja' as contract %}
{% for world in worlds %}{% for table in world.tables %}
select
  {{ literal(world.name) }} as world,
  {{ literal(table.name) }} as table_name,
  {{ contract.positions(table.keyPositions) }} as key_positions,
  {{ table.name in world.spokenTables }} as spoken
union all
{% endfor %}{% endfor %}
{{ contract.nothing('world varchar, table_name varchar, key_positions bigint[], spoken boolean') }}
order by world, table_name
