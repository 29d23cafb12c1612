-- The rows of initial states, by task, and of final states, by attempt. A table that a final state does not give is as
-- in the initial state, and its rows stand here as the attempt's own.
{% import 'macros/contract.jinja' as contract %}
with cells as (
  select * from {{ ref('state_cells') }}
),

task_rows as (
  select tasks.world, tasks.task_id, cells.table_name, cells.ordinal, cells.cells
  from {{ ref('task_lines') }} as lines
  anti join {{ ref('task_faults') }} as faults using (file_number, line)
  join cells on cells.kind = 'task' and cells.file_number = lines.file_number and cells.line = lines.line  -- many: every row
  join {{ ref('tasks') }} as tasks on tasks.world = lines.world and tasks.task_id = lines.task_id  -- exactly one
),

states as (
  select file_number, line, world, task_id, attempt_id, final_state
  from {{ ref('attempt_lines') }} as lines
  anti join {{ ref('attempt_faults') }} as faults using (file_number, line)
  where final_state is not null
),

inherited as (
  {% for world in worlds if world.tables %}
  select world, task_id, attempt_id, table_name
  from (
    select
      world, task_id, attempt_id,
      unnest([{% for table in world.tables %}{{ literal(table.name) }}{% if not loop.last %}, {% endif %}{% endfor %}]) as table_name,
      unnest(json_extract(final_state, [{% for table in world.tables %}{{ path(table.name) }}{% if not loop.last %}, {% endif %}{% endfor %}])) as content
    from states
    where world = {{ literal(world.name) }}
  )
  where coalesce(content::varchar, 'null') = 'null'
  union all
  {% endfor %}
  {{ contract.nothing('world varchar, task_id varchar, attempt_id varchar, table_name varchar') }}
),

every as (
  select 'task' as subject, world, task_id, null as attempt_id, table_name, ordinal, cells
  from task_rows
  union all
  select 'attempt' as subject, states.world, states.task_id, states.attempt_id, cells.table_name, cells.ordinal, cells.cells
  from states
  join cells on cells.kind = 'attempt' and cells.file_number = states.file_number and cells.line = states.line  -- many: every row
  union all
  select 'attempt' as subject, world, task_id, inherited.attempt_id, table_name, task_rows.ordinal, task_rows.cells
  from inherited
  join task_rows using (world, task_id, table_name)  -- many: every row of the table
)

from every
