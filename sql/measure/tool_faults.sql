-- How far the tools of a world can be trusted: what the owner of an environment mends.
--   silent failure   a call that reported success, and whose row is not in the state afterwards
--                    (of a removal: is still there), among calls that reported success
--   phantom failure  a call that reported failure, and whose change is in the state,
--                    among calls that reported failure
-- A call is undecided where the state says nothing of it: no final state, others act, a later call of the agent took
-- the row or its key, or (of a failed one) another call that succeeded explains what is there.
{% import 'macros/contract.jinja' as contract %}
with acts as (
  select
    rows.attempt_id, rows.world, reports.task_id, rows.turn, calls.tool, rows.table_name, rows.effect, rows.ok,
    rows.cells, rows.row_key, reports.has_state and not worlds.others_act and not rows.broken as is_told
  from {{ ref('tool_rows') }} as rows
  join {{ ref('tool_calls') }} as calls using (attempt_id, turn)  -- exactly one
  join {{ ref('reports') }} as reports using (attempt_id)  -- at most one: attempts without a verdict are left out
  join {{ ref('worlds') }} as worlds on worlds.world = rows.world  -- exactly one
  where rows.effect in ('writes', 'removes') and rows.ok is not null
),

-- calls that succeeded and may have touched the same row
touches as (
  select
    acts.attempt_id, acts.turn,
    bool_or(other.turn > acts.turn) as later,
    bool_or(other.turn < acts.turn) as earlier
  from acts
  join acts as other  -- many: every other call on the row
    on other.attempt_id = acts.attempt_id and other.table_name = acts.table_name and other.turn <> acts.turn
  where other.ok and (other.row_key = acts.row_key or {{ contract.compatible('other.cells', 'acts.cells') }})
  group by all
),

final_rows as (
  select distinct acts.attempt_id, acts.turn
  from acts
  join {{ ref('state_rows') }} as rows  -- many: every row of the table
    on rows.subject = 'attempt' and rows.attempt_id = acts.attempt_id and rows.table_name = acts.table_name
  where acts.is_told and {{ contract.matches('acts.cells', 'rows.cells') }}
),

initial_rows as (
  select distinct acts.attempt_id, acts.turn
  from acts
  join {{ ref('state_rows') }} as rows  -- many: every row of the table
    on rows.subject = 'task' and rows.world = acts.world and rows.task_id = acts.task_id
    and rows.table_name = acts.table_name
  where acts.is_told and {{ contract.matches('acts.cells', 'rows.cells') }}
),

decided as (
  select
    acts.world, acts.tool, acts.effect, acts.ok, acts.attempt_id,
    acts.is_told and not coalesce(touches.later, false) and (acts.ok or not coalesce(touches.earlier, false)) as is_decided,
    case
      when acts.ok and acts.effect = 'writes' then final_rows.turn is null
      when acts.ok then final_rows.turn is not null
      when acts.effect = 'writes' then final_rows.turn is not null and initial_rows.turn is null
      else final_rows.turn is null and initial_rows.turn is not null
    end as is_fault
  from acts
  left join touches using (attempt_id, turn)  -- at most one
  left join final_rows using (attempt_id, turn)  -- at most one
  left join initial_rows using (attempt_id, turn)  -- at most one
),

counted as (
  select
    world, tool, effect,
    count(*) as calls,
    count(distinct attempt_id) as attempts,
    count(*) filter (where not is_decided) as undecided,
    count(*) filter (where ok and is_decided) as successes,
    count(*) filter (where ok and is_decided and is_fault) as silent_failures,
    count(*) filter (where not ok and is_decided) as failures,
    count(*) filter (where not ok and is_decided and is_fault) as phantom_failures
  from decided
  group by all
),

bounded as (
  select
    *,
    wilson(silent_failures, successes, {{ settings.confidence }}::double) as silent,
    wilson(phantom_failures, failures, {{ settings.confidence }}::double) as phantom
  from counted
)

select
  world, tool, effect, calls, attempts, undecided,
  successes, silent_failures, silent_failures / nullif(successes, 0) as silent_rate,
  silent.lower as silent_lower, silent.upper as silent_upper,
  failures, phantom_failures, phantom_failures / nullif(failures, 0) as phantom_rate,
  phantom.lower as phantom_lower, phantom.upper as phantom_upper
from bounded
order by world, tool
