-- What became of each required part and task gate of each attempt. A part is done when a row with its identity
-- exists and no part gate fails; or as the attempt's `outcome` says. A task gate is a pseudo-part (A3).
{% import 'macros/contract.jinja' as contract %}
with present as (
  {% for world in worlds %}{% if world.doneTable %}
  select distinct
    world, {{ contract.state() }} as state,
    {{ contract.item('cells', world.donePositions) }} as part
  from {{ ref('state_rows') }}
  where world = {{ literal(world.name) }} and table_name = {{ literal(world.doneTable) }}
  union all
  {% endif %}{% endfor %}
  {{ contract.nothing('world varchar, state varchar, part varchar') }}
),

failed as (
  select world, state, part, list(gate order by gate) as failed_gates
  from {{ ref('gate_failures') }}
  where part is not null
  group by all
),

decided as (
  {% for world in worlds %}
  select
    attempt_id,
    to_json({{ contract.identity("json_extract(entry, '$.part')", world.partIdentity) }})::varchar as part,
    (entry ->> '$.done')::boolean as done
  from (
    select attempt_id, unnest(json_extract(outcome, '$.parts[*]')) as entry
    from {{ ref('attempts') }}
    where world = {{ literal(world.name) }}
  )
  union all
  {% endfor %}
  {{ contract.nothing('attempt_id varchar, part varchar, done boolean') }}
),

parts as (
  select
    attempts.attempt_id, attempts.world, attempts.task_id, 'part' as kind,
    parts.part, parts.position, parts.achievable, parts.reasons,
    worlds.parts_by_outcome or attempts.final_state is null as by_outcome,
    'attempt:' || attempts.attempt_id as state,
    'task:' || attempts.task_id as initial_state
  from {{ ref('attempts') }} as attempts
  join {{ ref('worlds') }} as worlds using (world)  -- exactly one
  join {{ ref('parts') }} as parts using (world, task_id)  -- many: every part of the task
),

part_results as (
  select
    parts.attempt_id, parts.world, parts.task_id, parts.kind, parts.part, parts.position,
    if(by_outcome, null, present.part is not null) as present,
    if(by_outcome, [], coalesce(failed.failed_gates, [])) as failed_gates,
    if(by_outcome, coalesce(decided.done, false), present.part is not null and failed.part is null) as done,
    before.part is not null and failed_before.part is null as done_initially,
    parts.achievable, parts.reasons
  from parts
  left join present on present.world = parts.world and present.state = parts.state and present.part = parts.part
  left join failed on failed.world = parts.world and failed.state = parts.state and failed.part = parts.part
  left join present as before
    on before.world = parts.world and before.state = parts.initial_state and before.part = parts.part
  left join failed as failed_before
    on failed_before.world = parts.world
    and failed_before.state = parts.initial_state
    and failed_before.part = parts.part
  left join decided on decided.attempt_id = parts.attempt_id and decided.part = parts.part
),

task_gates as (
  {% for world in worlds %}{% for gate in world.taskGates %}
  select
    attempt_id, world, task_id, {{ literal(gate) }} as gate, {{ loop.index }}::bigint as position,
    if(final_state is null, (json_extract_string(outcome, ['$.gates.' || {{ literal(gate) }}])[1])::boolean, null) as decided,
    'attempt:' || attempt_id as state
  from {{ ref('attempts') }}
  where world = {{ literal(world.name) }}
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, task_id varchar, gate varchar, position bigint, decided boolean, state varchar') }}
),

gate_results as (
  select
    task_gates.attempt_id, task_gates.world, task_gates.task_id, 'gate' as kind,
    to_json(['gate:' || task_gates.gate])::varchar as part, task_gates.position,
    null::boolean as present,
    if(coalesce(not decided, failures.gate is not null), [task_gates.gate], []) as failed_gates,
    coalesce(decided, failures.gate is null) as done,
    false as done_initially,
    null::varchar as achievable, []::varchar[] as reasons
  from task_gates
  left join {{ ref('gate_failures') }} as failures
    on failures.world = task_gates.world
    and failures.state = task_gates.state
    and failures.gate = task_gates.gate
    and failures.part is null
)

from part_results
union all
from gate_results
