-- Infeasible tasks of which an attempt validly did every part: the reference is wrong (A5). Their attempts get
-- no verdict.
with undone as (
  select attempt_id, world, task_id, count(*) filter (where not done) as undone
  from {{ ref('part_outcomes') }}
  group by all
),

every as (
  select attempts.world, attempts.task_id, attempts.attempt_id, coalesce(undone.undone, 0) as undone
  from {{ ref('attempts') }} as attempts
  join {{ ref('tasks') }} as tasks using (world, task_id)  -- exactly one
  left join undone using (attempt_id)  -- at most one: none where nothing is required
  where tasks.reference_outcome = 'infeasible'
)

select
  world, task_id, 'reference_conflict' as reason,
  count(*) as attempts,
  count(*) filter (where undone = 0) as attempts_that_did_it
from every
group by all
having bool_or(undone = 0)
order by world, task_id
