-- How hard a task is, told without looking at the attempts that are then binned. Infeasible tasks are a stratum of their
-- own: what is impossible is not hard.
--   difficulty   structural: from the reference alone, by the counts and cut points of `edition.yml`
--   human_time   by the minutes people take
-- A task of which a count is not known is `unknown`, never easy.
{% set structural = settings.difficulty.structural %}
{% set minutes = settings.difficulty.human_minutes %}
with counted as (
  select
    world, task_id, reference_outcome, human_minutes,
    coalesce(difficulty_parts, json_array_length(required_parts)::bigint) as parts,
    difficulty_constraints as constraints,
    difficulty_reference_steps as reference_steps
  from {{ ref('tasks') }}
),

scored as (
  select *, {{ structural.sum | join(' + ') }} as structural_score from counted
)

select
  world, task_id, parts, constraints, reference_steps, structural_score,
  case
    when reference_outcome = 'infeasible' then 'infeasible'
    when structural_score is null then 'unknown'
    when structural_score < {{ structural.cuts[0] }} then 'easy'
    when structural_score < {{ structural.cuts[1] }} then 'medium'
    else 'hard'
  end as difficulty,
  human_minutes,
  case
    when reference_outcome = 'infeasible' then 'infeasible'
    when human_minutes is null then 'unknown'
    when human_minutes < {{ minutes[0] }} then 'easy'
    when human_minutes < {{ minutes[1] }} then 'medium'
    else 'hard'
  end as human_time
from scored
order by world, task_id
