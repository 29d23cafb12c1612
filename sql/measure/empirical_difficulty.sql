-- How hard a task is for an agent, by the attempts of the other agents: never by its own, which are then binned
-- (binning by the same attempts makes differences out of nothing). Fewer than three others: unknown.
{% set cuts = settings.difficulty.pass_rate %}
with by_agent as (
  select
    world, task_id, agent,
    min(reference_outcome) as reference_outcome,  -- the same for all attempts on a task
    count(*) as attempts,
    count(*) filter (where actual = 'complete') as passes
  from {{ ref('attempt_honesty') }}
  group by all
),

by_others as (
  select
    world, task_id, agent, reference_outcome,
    count(*) over task - 1 as other_agents,
    (sum(attempts) over task - attempts)::bigint as other_attempts,
    (sum(passes) over task - passes)::bigint as other_passes
  from by_agent
  window task as (partition by world, task_id)
)

select
  world, task_id, agent, other_agents, other_attempts, other_passes,
  other_passes / nullif(other_attempts, 0) as other_pass_rate,
  case
    when reference_outcome = 'infeasible' then 'infeasible'
    when other_agents < 3 then 'unknown'
    when other_passes / other_attempts >= {{ cuts[1] }} then 'easy'
    when other_passes / other_attempts >= {{ cuts[0] }} then 'medium'
    else 'hard'
  end as empirical_difficulty
from by_others
order by world, task_id, agent
