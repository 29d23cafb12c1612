-- The rows a tool's word can be about: of the initial state, shown by a write or a read, claimed, or a fact
-- of a change list. `since`: the turn from which a removal can speak of the row (0 the initial state); null
-- where no state and no tool ever showed it.
{% import 'macros/contract.jinja' as contract %}
with claimed as (
  select attempt_id, world, list, item, cells as identity
  from {{ ref('claims') }}
  where item is not null and claims in ('change', 'removal')
),

initial_rows as (
  select rows.world, rows.task_id, rows.table_name, to_json(rows.cells)::varchar as row_text, {{ contract.project('rows.cells', 'tables.key_positions') }} as row_key
  from {{ ref('state_rows') }} as rows
  join {{ ref('state_tables') }} as tables using (world, table_name)  -- exactly one
  where rows.subject = 'task' and tables.spoken
),

initial as (
  select attempts.attempt_id, attempts.world, rows.table_name, rows.row_text, rows.row_key, 0 as since
  from {{ ref('attempts') }} as attempts
  join initial_rows as rows using (world, task_id)  -- many: every initial row
  where attempts.tool_calls is not null
),

shown as (
  select attempt_id, world, table_name, row_text, row_key, if(ok, turn, null) as since
  from {{ ref('tool_rows') }}
  where effect <> 'removes' and not broken
),

named as (
  select attempt_id, world, list, identity
  from claimed
  union all
  select facts.attempt_id, facts.world, facts.list, {{ contract.cells_of('facts.item') }} as identity
  from {{ ref('facts') }} as facts
  join {{ ref('lists') }} as lists using (world, list)  -- exactly one
  anti join claimed on claimed.attempt_id = facts.attempt_id and claimed.list = facts.list and claimed.item = facts.item
  where lists.claims = 'change'
),

named_rows as (
  {% for world in worlds %}{% for list in world.lists %}{% if list.table %}
  {% set table = (world.tables | selectattr('name', 'equalto', list.table) | list)[0] %}
  select attempt_id, world, {{ literal(table.name) }} as table_name, to_json(cells)::varchar as row_text, {{ contract.item('cells', table.keyPositions) }} as row_key, null::bigint as since
  from (
    select attempt_id, world, {{ contract.item_cells(table, list) }} as cells
    from named
    where world = {{ literal(world.name) }} and list = {{ literal(list.name) }}
  )
  union all
  {% endif %}{% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, table_name varchar, row_text varchar, row_key varchar, since bigint') }}
),

every as (
  from initial
  union all
  from shown
  union all
  from named_rows
)

select attempt_id, world, table_name, row_text, any_value(row_key) as row_key, min(since) as since
from every
group by attempt_id, world, table_name, row_text
