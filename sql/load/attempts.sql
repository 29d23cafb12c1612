-- The attempts: the lines of the attempt files that nothing is wrong with.
select
  attempt_id, world, task_id, agent, epoch, submitted_at, claim_source, report, tool_calls, final_state, outcome,
  file, line
from {{ ref('attempt_lines') }} as lines
anti join {{ ref('attempt_faults') }} as faults using (file_number, line)
