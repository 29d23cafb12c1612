-- The rows a tool's word can be about: of the initial state, shown by a write or a read, claimed, or a fact
-- of a change list. `since`: the turn from which a removal can speak of the row (0 the initial state); null
-- where no state and no tool ever showed it.
{% import 'macros/contract.jinja' as contract %}
with initial as (
  select attempts.attempt_id, attempts.world, rows.table_name, rows.cells, 0 as since
  from {{ ref('attempts') }} as attempts
  join {{ ref('state_rows') }} as rows using (world, task_id)  -- many: every initial row
  join {{ ref('state_tables') }} as tables using (world, table_name)  -- exactly one
  where rows.subject = 'task' and tables.spoken and attempts.tool_calls is not null
),

shown as (
  select attempt_id, world, table_name, cells, if(ok, turn, null) as since
  from {{ ref('tool_rows') }}
  where effect <> 'removes' and not broken
),

named as (
  select attempt_id, world, list, item from {{ ref('claims') }} where item is not null and claims in ('change', 'removal')
  union
  select facts.attempt_id, facts.world, facts.list, facts.item
  from {{ ref('facts') }} as facts
  join {{ ref('lists') }} as lists using (world, list)  -- exactly one
  where lists.claims = 'change'
),

claimed as (
  {% for world in worlds %}{% for list in world.lists %}{% if list.table %}
  {% set table = (world.tables | selectattr('name', 'equalto', list.table) | list)[0] %}
  select
    attempt_id, world, {{ literal(table.name) }} as table_name,
    {{ contract.item_cells(table, list) }} as cells,
    null::bigint as since
  from named, (select cast(item as json)::varchar[] as identity)
  where world = {{ literal(world.name) }} and list = {{ literal(list.name) }}
  union all
  {% endif %}{% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, table_name varchar, cells varchar[], since bigint') }}
),

every as (
  from initial
  union all
  from shown
  union all
  from claimed
)

select
  attempt_id, world, table_name, cells,
  {{ contract.project('cells', 'key_positions') }} as row_key,
  min(since) as since
from every
join {{ ref('state_tables') }} as tables using (world, table_name)  -- exactly one
group by all
order by attempt_id, table_name, cells
