-- The tasks: the lines of the task files that nothing is wrong with.
{% import 'macros/typing.jinja' as typing %}
{% set integer = {'kind': 'integer'} %}
select
  world, task_id, seed, variant, tool_reliability, reference_outcome, initial_state, required_parts, reference,
  try_cast({{ typing.canonical("json_extract(difficulty, '$.parts')", integer) }} as bigint) as difficulty_parts,
  try_cast({{ typing.canonical("json_extract(difficulty, '$.constraints')", integer) }} as bigint) as difficulty_constraints,
  try_cast({{ typing.canonical("json_extract(difficulty, '$.reference_steps')", integer) }} as bigint) as difficulty_reference_steps,
  try_cast(difficulty ->> '$.human_minutes' as double) as human_minutes,
  file, line, text
from {{ ref('task_lines') }} as lines
anti join {{ ref('task_faults') }} as faults using (file_number, line)
order by world, task_id
