-- The rows of every state as the items of the lists they are facts of; rows that do not meet the `where`
-- of a list, or have a null among its identity, are none. One row per state row and list.
{% import 'macros/contract.jinja' as contract %}
with projected as (
  {% for world in worlds %}{% for list in world.lists %}{% if list.table %}
  {% set table = (world.tables | selectattr('name', 'equalto', list.table) | list)[0] %}
  select
    subject, world, task_id, attempt_id, {{ literal(list.name) }} as list, {{ literal(list.claims) }} as claims, table_name,
    {{ contract.item('cells', list.identity | map(attribute='position') | list) }} as item,
    {{ contract.item('cells', table.keyPositions) }} as row_key
  from {{ ref('state_rows') }}
  where world = {{ literal(world.name) }} and table_name = {{ literal(list.table) }} and {{ contract.meets('cells', list) }}
  union all
  {% endif %}{% endfor %}{% endfor %}
  {{ contract.nothing('subject varchar, world varchar, task_id varchar, attempt_id varchar, list varchar, claims varchar, table_name varchar, item varchar, row_key varchar') }}
)

from projected
where item is not null
