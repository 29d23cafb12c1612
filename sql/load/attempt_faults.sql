-- Why lines of attempt files are not taken: one reason a line, the first that holds. Rows with the id of a good one
-- before them come last, so that a broken row takes no id from a good one.
{% import 'macros/contract.jinja' as contract %}
with lines as (
  select
    lines.file_number, lines.line, lines.world, lines.file, lines.attempt_id, lines.task_id, lines.outcome,
    lines.final_state is not null as has_state, lines.field, lines.reason, lines.detail,
    tasks.task_id is not null as has_task
  from {{ ref('attempt_lines') }} as lines
  left join {{ ref('tasks') }} as tasks using (world, task_id)  -- at most one
),

state_faults as (
  select
    file_number, line,
    'final_state.' || table_name || coalesce('[' || ordinal || ']', '') || field as field,
    reason, detail
  from {{ ref('state_cells') }}
  where kind = 'attempt' and reason is not null
  qualify row_number() over (partition by file_number, line order by table_position, ordinal nulls first) = 1
),

-- the attempts whose outcome is read: for the parts, and for the gates
read_outcomes as (
  select lines.file_number, lines.line, lines.world, lines.task_id, lines.outcome, not lines.has_state as reads_gates
  from lines
  join {{ ref('worlds') }} as worlds using (world)  -- exactly one
  where lines.reason is null and lines.has_task and lines.outcome is not null
    and (worlds.parts_by_outcome or not lines.has_state)
),

decided as (
  {% for world in worlds %}
  select
    file_number, line, position,
    to_json({{ contract.identity("json_extract(entry, '$.part')", world.partIdentity) }})::varchar as part
  from (
    select
      file_number, line,
      unnest(json_extract(outcome, '$.parts[*]')) as entry,
      generate_subscripts(json_extract(outcome, '$.parts[*]'), 1) - 1 as position
    from read_outcomes
    where world = {{ literal(world.name) }}
  )
  union all
  {% endfor %}
  {{ contract.nothing('file_number bigint, line bigint, position bigint, part varchar') }}
),

outcome_faults as (
  select
    file_number, line, 'outcome.parts[' || position || ']' as field, 'duplicate_part' as reason,
    'the part is decided before' as detail, position
  from decided
  qualify row_number() over (partition by file_number, line, part order by position) > 1
  union all
  select
    outcomes.file_number, outcomes.line, 'outcome.parts' as field, 'incomplete_outcome' as reason,
    'nothing is decided of the part ' || parts.part as detail, 1000000000 + parts.position as position
  from read_outcomes as outcomes
  join {{ ref('parts') }} as parts using (world, task_id)  -- many: every part of the task
  anti join decided
    on decided.file_number = outcomes.file_number and decided.line = outcomes.line and decided.part = parts.part
  {%- for world in worlds %}{% for gate in world.taskGates %}
  union all
  select
    file_number, line, {{ literal('outcome.gates.' ~ gate) }} as field, 'incomplete_outcome' as reason,
    'nothing is decided of the gate' as detail, 2000000000 + {{ loop.index }} as position
  from read_outcomes
  where reads_gates and world = {{ literal(world.name) }} and json_extract(outcome, {{ path(['gates', gate]) }}) is null
  {%- endfor %}{% endfor %}
),

first_outcome_faults as (
  select file_number, line, field, reason, detail
  from outcome_faults
  qualify row_number() over (partition by file_number, line order by position) = 1
),

faults as (
  select
    lines.file_number, lines.line, lines.world, lines.file, lines.task_id, lines.attempt_id,
    case
      when lines.reason is not null then {field: lines.field, reason: lines.reason, detail: lines.detail}
      when states.reason is not null then {field: states.field, reason: states.reason, detail: states.detail}
      when not lines.has_task then
        {field: 'task_id', reason: 'unknown_task', detail: 'no task of the source''s world that is kept has this id'}
      when worlds.parts_by_outcome and lines.outcome is null then
        {field: 'outcome', reason: 'no_outcome', detail: 'in this world the outcome decides what is done'}
      when outcomes.reason is not null then {field: outcomes.field, reason: outcomes.reason, detail: outcomes.detail}
    end as fault
  from lines
  join {{ ref('worlds') }} as worlds using (world)  -- exactly one
  left join state_faults as states using (file_number, line)  -- at most one
  left join first_outcome_faults as outcomes using (file_number, line)  -- at most one
),

repeated as (
  select file_number, line
  from faults
  where fault is null
  qualify row_number() over (partition by attempt_id order by file_number, line) > 1
)

select
  faults.file_number, faults.line, faults.world, faults.file, faults.task_id, faults.attempt_id,
  if(fault is null, 'attempt_id', fault.field) as field,
  coalesce(fault.reason, 'duplicate_id') as reason,
  coalesce(fault.detail, 'an attempt before it has this id') as detail
from faults
left join repeated using (file_number, line)  -- at most one
where fault is not null or repeated.line is not null
order by file_number, line
