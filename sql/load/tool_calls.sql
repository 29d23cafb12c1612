-- The log of each attempt, one row per call, in order of seq; ties: later in the list wins. What the contract reads of
-- a call is taken out of it here, once. `success` is the tool's word of success, held against the contract's `ok_when`;
-- null stays null. `cells`, in the order of the table's columns: of a write or removal the row, null where the call gives
-- none; of a read that speaks of what it does not show its scope, null where it was not narrowed. `broken`: a path of the
-- row leads nowhere. `shown`: the rows that a read found. `called`: what it is to the lists that claim calls.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
{% for world in worlds %}
select
  attempt_id, world, turn, seq, tool, ok,
  case
    when not ok then false
    {% for tool in world.tools if tool.okWhen | length > 0 %}
    when ok and tool = {{ literal(tool.name) }} then {% for condition in tool.okWhen %}{{ contract.same(contract.call_field(world, condition.path), condition.literal) }}{% if not loop.last %} and {% endif %}{% endfor %}
    {% endfor %}
    else ok
  end as success,
  case
    when tool is null then null::varchar
    {% for tool in world.tools %}
    when tool = {{ literal(tool.name) }} then {{ literal(tool.table) }}
    {% endfor %}
  end as table_name,
  case
    when tool is null then null::varchar
    {% for tool in world.tools %}
    when tool = {{ literal(tool.name) }} then {{ literal(tool.effect) }}
    {% endfor %}
  end as effect,
  case
    when tool is null then null::varchar[]
    {% for tool in world.tools %}
    {% set table = (world.tables | selectattr('name', 'equalto', tool.table) | list)[0] %}
    {% if tool.effect != 'reads' %}
    when tool = {{ literal(tool.name) }} then {{ contract.cells(world, table, tool.row) }}
    {% elif tool.scope is not none %}
    when tool = {{ literal(tool.name) }}
      and json_type({{ contract.call_field(world, tool.rows) }}) = 'ARRAY'
      {% for field in tool.scope %}
      {% if field.path %}
      and ({{ contract.taken(world, field.path, field.type) }} is not null or not {{ typing.given(contract.call_field(world, field.path)) }})
      {% else %}
      and not {{ typing.misfit(json(field.literal), field.type) }}
      {% endif %}
      {% endfor %}
      then {{ contract.cells(world, table, tool.scope) }}
    {% endif %}
    {% endfor %}
  end as cells,
  case
    when tool is null then null::boolean
    {% for tool in world.tools if tool.effect != 'reads' %}
    when tool = {{ literal(tool.name) }} then {% for field in tool.row %}cells[{{ field.position }}] is null or {% endfor %}false
    {% endfor %}
    else false
  end as broken,
  case
    when tool is null then null::json
    {% for tool in world.tools if tool.effect == 'reads' %}
    when tool = {{ literal(tool.name) }} and json_type({{ contract.call_field(world, tool.rows) }}) = 'ARRAY' then {{ contract.call_field(world, tool.rows) }}
    {% endfor %}
  end as shown,
  case
    when tool is null then null::struct(list varchar, cells varchar[])[]
    {% for list in world.lists if list.claims == 'tool_call' %}
    when tool = {{ literal(list.tool) }} then [
      {% for other in world.lists if other.claims == 'tool_call' and other.tool == list.tool %}
      {'list': {{ literal(other.name) }}, 'cells': [{% for field in other.identity %}{{ contract.taken(world, field.path, field.type) }}{% if not loop.last %}, {% endif %}{% endfor %}]::varchar[]}{% if not loop.last %},{% endif %}
      {% endfor %}
    ]
    {% endfor %}
  end as called
from (
  select
    *
    {% for value in world.logFields['values'] %}
    , {{ typing.canonical(contract.call_field(world, value.path), value.type) }} as {{ value.name }}
    {% endfor %}
  from (
    select attempt_id, world, turn, seq, call.tool as tool, call.ok as ok, call.args as args, call.result as result
    from (
      select attempt_id, world, unnest(turns) as turn, unnest(seqs) as seq, unnest(calls) as call
      from (
        select
          *,
          -- most logs are in order as they stand
          if(list_sort(seqs) = seqs, range(1, len(seqs) + 1), list_grade_up(list_grade_up(list_zip(seqs, range(1, len(seqs) + 1))))) as turns
        from (
          select *, list_transform(calls, lambda call, place: coalesce(try_cast(call.seq as bigint), place)) as seqs
          from (
            select attempt_id, world, from_json(tool_calls, {{ contract.log_shape(world) }}) as calls
            from {{ ref('attempts') }}
            where world = {{ literal(world.name) }} and tool_calls is not null
          )
        )
      )
    )
  )
)
union all
{% endfor %}
select *, null::struct(list varchar, cells varchar[])[] as called
from ({{ contract.nothing('attempt_id varchar, world varchar, turn bigint, seq bigint, tool varchar, ok boolean, success boolean, table_name varchar, effect varchar, cells varchar[], broken boolean, shown json') }})
