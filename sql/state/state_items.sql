-- The rows of every state as the items of the lists they are facts of; rows that do not meet the `where`
-- of a list, or have a null among its identity, are none. One row per state row and list.
{% import 'macros/contract.jinja' as contract %}
with projected as (
  select
    rows.subject, rows.world, rows.task_id, rows.attempt_id, lists.list, lists.claims, lists.table_name,
    {{ contract.project('cells', 'lists.identity_positions') }} as item,
    {{ contract.project('cells', 'tables.key_positions') }} as row_key
  from {{ ref('state_rows') }} as rows
  join {{ ref('lists') }} as lists on lists.world = rows.world and lists.table_name = rows.table_name  -- many
  join {{ ref('state_tables') }} as tables on tables.world = rows.world and tables.table_name = rows.table_name  -- one
  where list_transform(lists.where_positions, lambda place: cells[place]) = lists.where_values
)

from projected
where item is not null
order by subject, world, task_id, attempt_id, list, item, row_key
