-- The rows that each tool call names: written, removed (by the fields given) or read. `cells` are in the order
-- of the table's columns, null where the call gives none. `broken`: a mapped path leads nowhere, so the call
-- is unclear. `ok` is the tool's word of success, held against the contract's `ok_when`; null stays null.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with named as (
  {% for world in worlds %}{% for tool in world.tools %}
  {% set table = (world.tables | selectattr('name', 'equalto', tool.table) | list)[0] %}
  {% set success %}case when ok is not null then ok{% for condition in tool.okWhen %} and {{ contract.same(contract.value({'path': condition.path}), condition.literal) }}{% endfor %} end{% endset %}
  {% if tool.effect == 'reads' %}
  select
    attempt_id, world, turn, seq, tool, {{ literal(table.name) }} as table_name, {{ literal(tool.effect) }} as effect, ok,
    {{ contract.identity('element', table.columns) }}::varchar[] as cells,
    json_type(element) <> 'OBJECT' as broken
  from (
    select
      attempt_id, world, turn, seq, tool, {{ success }} as ok,
      unnest(json_extract({{ tool.rows.root }}, {{ path(tool.rows.names, '[*]') }})) as element
    from {{ ref('tool_calls') }}
    where world = {{ literal(world.name) }} and tool = {{ literal(tool.name) }}
      and json_type(json_extract({{ tool.rows.root }}, {{ path(tool.rows.names) }})) = 'ARRAY'
  )
  {% else %}
  select
    attempt_id, world, turn, seq, tool, {{ literal(table.name) }} as table_name, {{ literal(tool.effect) }} as effect,
    {{ success }} as ok,
    {{ contract.cells(table, tool.row) }} as cells,
    {% for field in tool.row %}cells[{{ field.position }}] is null{% if not loop.last %} or {% endif %}{% endfor %} as broken
  from {{ ref('tool_calls') }}
  where world = {{ literal(world.name) }} and tool = {{ literal(tool.name) }}
  {% endif %}
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, turn bigint, seq bigint, tool varchar, table_name varchar, effect varchar, ok boolean, cells varchar[], broken boolean') }}
)

select
  attempt_id, world, turn, seq, tool, table_name, effect, ok, cells, broken,
  {{ contract.project('cells', 'key_positions') }} as row_key
from named
join {{ ref('state_tables') }} as tables using (world, table_name)  -- exactly one
order by attempt_id, turn, cells
