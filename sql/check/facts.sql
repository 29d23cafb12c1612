-- What is so in the final state, whether claimed or not: changes, removals, open parts, calls that succeeded.
-- A change is what occurs more often than in the initial state; a removal what occurs less often,
-- unless its row's key is still there (then it was changed).
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with initial as (
  select world, task_id, list, item, count(*) as occurrences
  from {{ ref('state_items') }}
  where subject = 'task'
  group by all
),

final as (
  select attempt_id, world, task_id, list, claims, item, count(*) as occurrences
  from {{ ref('state_items') }}
  where subject = 'attempt'
  group by all
),

changes as (
  select final.attempt_id, final.world, final.list, final.item
  from final
  left join initial using (world, task_id, list, item)  -- at most one
  where final.claims = 'change' and final.occurrences > coalesce(initial.occurrences, 0)
),

final_keys as (
  select distinct rows.attempt_id, rows.table_name, {{ contract.project('cells', 'key_positions') }} as row_key
  from {{ ref('state_rows') }} as rows
  join {{ ref('state_tables') }} as tables using (world, table_name)  -- exactly one
  where rows.subject = 'attempt' and len(tables.key_positions) > 0
    and (rows.world, rows.table_name) in (select (world, table_name) from {{ ref('lists') }} where claims = 'removal')
),

gone as (
  select reports.attempt_id, reports.world, reports.task_id, items.list, items.item, count(*) as rows_gone
  from {{ ref('reports') }} as reports
  join {{ ref('state_items') }} as items using (world, task_id)  -- many: every initial row
  left join final_keys  -- at most one
    on final_keys.attempt_id = reports.attempt_id
    and final_keys.table_name = items.table_name
    and final_keys.row_key = items.row_key
  where reports.has_state and items.subject = 'task' and items.claims = 'removal' and final_keys.row_key is null
  group by all
),

removals as (
  select gone.attempt_id, gone.world, gone.list, gone.item
  from gone
  join initial using (world, task_id, list, item)  -- exactly one
  left join final using (attempt_id, world, task_id, list, item)  -- at most one
  where initial.occurrences > coalesce(final.occurrences, 0)
),

open_parts as (
  select outcomes.attempt_id, outcomes.world, lists.list, outcomes.part as item
  from {{ ref('part_outcomes') }} as outcomes
  join {{ ref('lists') }} as lists on lists.world = outcomes.world and lists.claims = 'open_part'  -- at most one
  where not outcomes.done
),

calls as (
  select distinct attempt_id, world, list, item
  from {{ ref('called_items') }}
  where ok and item is not null
),

every as (
  from changes
  union all
  from removals
  union all
  from open_parts
  union all
  from calls
)

from every
semi join {{ ref('reports') }} as reports using (attempt_id)
