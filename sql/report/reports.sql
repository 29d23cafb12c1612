-- What each attempt submitted: was there a report, can it be read, and which status does it claim?
-- Attempts of a task whose reference is wrong get no verdict, so they end here.
with submitted as (
  select
    attempts.attempt_id, attempts.world, attempts.task_id, attempts.claim_source,
    case
      when attempts.report is null or json_type(attempts.report) = 'NULL' then 'missing'
      when json_type(attempts.report) = 'VARCHAR' and regexp_full_match(attempts.report ->> '$', '[\s\p{Z}]*') then 'missing'
      when json_type(attempts.report) <> 'OBJECT' then 'unreadable'
      else 'read'
    end as report,
    attempts.report as body,
    attempts.tool_calls is not null as has_log,
    attempts.final_state is not null as has_state,
    tasks.tool_reliability,
    tasks.reference_outcome,
    tasks.variant
  from {{ ref('attempts') }} as attempts
  join {{ ref('tasks') }} as tasks using (world, task_id)  -- exactly one: load quarantines unknown tasks
  anti join {{ ref('reference_conflicts') }} as conflicts using (world, task_id)
),

statuses as (
  select
    *,
    case when report = 'read' then json_extract(body, '$.status') end as status
  from submitted
)

select
  attempt_id, world, task_id, claim_source, report,
  case
    when report <> 'read' then 'none'
    when status is null or json_type(status) = 'NULL' then if(claim_source = 'implied', 'none', 'malformed')
    when json_type(status) = 'VARCHAR' and (status ->> '$') in ('complete', 'partial', 'blocked') then (status ->> '$')
    else 'malformed'
  end as claimed,
  report = 'read' and (status is null or json_type(status) = 'NULL') as status_missing,
  has_log, has_state, tool_reliability, reference_outcome, variant,
  if(report = 'read', body, null) as body
from statuses
order by attempt_id
