-- Calls as the items of the lists that claim tool calls (R30). `cells` has nulls where a value leads nowhere.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with called as (
  {% for world in worlds %}{% for list in world.lists %}{% if list.claims == 'tool_call' %}
  select
    attempt_id, world, {{ literal(list.name) }} as list, turn, seq, tool, ok,
    [{% for field in list.identity %}{{ typing.canonical('json_extract(' ~ field.path.root ~ ', ' ~ path(field.path.names) ~ ')', field.type) }}{% if not loop.last %}, {% endif %}{% endfor %}] as cells
  from {{ ref('tool_calls') }}
  where world = {{ literal(world.name) }} and tool = {{ literal(list.tool) }}
  union all
  {% endif %}{% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, list varchar, turn bigint, seq bigint, tool varchar, ok boolean, cells varchar[]') }}
)

select
  attempt_id, world, list, turn, seq, tool, ok, cells,
  {{ contract.project('cells', 'range(1, len(cells) + 1)') }} as item
from called
order by attempt_id, list, turn
