-- The lines that were not taken, each with the first reason that holds.
select kind, world, file, line, field, reason, task_id, attempt_id, detail
from (
  select 'task' as kind, file_number, world, file, line, field, reason, task_id, null as attempt_id, detail
  from {{ ref('task_faults') }}
  union all
  select 'attempt' as kind, file_number, world, file, line, field, reason, task_id, attempt_id, detail
  from {{ ref('attempt_faults') }}
)
order by file_number, line
