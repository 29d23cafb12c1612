-- The reads that speak of what they do not show: succeeded, with a scope that is known. `scope` has the cells
-- by which the read was narrowed; an absent or null argument does not narrow.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with scoped as (
  {% for world in worlds %}{% for tool in world.tools %}{% if tool.scope is not none %}
  {% set table = (world.tables | selectattr('name', 'equalto', tool.table) | list)[0] %}
  select
    attempt_id, world, turn, seq, tool, {{ literal(table.name) }} as table_name,
    {{ contract.cells(table, tool.scope) }} as scope,
    true {% for field in tool.scope %}and ({{ contract.value(field) }} is null or json_type({{ contract.value(field) }}) = 'NULL' or scope[{{ field.position }}] is not null) {% endfor %} as understood
  from {{ ref('tool_calls') }}
  where world = {{ literal(world.name) }} and tool = {{ literal(tool.name) }} and ok
    {% for condition in tool.okWhen %}and {{ contract.same(contract.value({'path': condition.path}), condition.literal) }}{% endfor %}
    and json_type(json_extract({{ tool.rows.root }}, {{ path(tool.rows.names) }})) = 'ARRAY'
  union all
  {% endif %}{% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, turn bigint, seq bigint, tool varchar, table_name varchar, scope varchar[], understood boolean') }}
)

select attempt_id, world, turn, seq, tool, table_name, scope
from scoped
where understood
order by attempt_id, turn
