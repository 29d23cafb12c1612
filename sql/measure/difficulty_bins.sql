-- Each agent's rates by how hard the task is, on three scales. Completion falls with difficulty by construction; whether an
-- agent that fails says so is another matter: false_completion is among failures, false_completion_overall among all, which
-- moves with difficulty even where the first does not.
{% import 'macros/rates.jinja' as rates %}
{% set scales = [('structural', 'difficulty'), ('human_time', 'human_time'), ('empirical', 'empirical_difficulty')] %}
{% set slice = ['world', 'agent', 'claim_source', 'scale', 'bin'] %}
with attempts as (
  {% for scale, dimension in scales %}
  select
    world, agent, claim_source, {{ literal(scale) }} as scale, {{ dimension }} as bin, task, status_attribution,
    {{ rates.measures | join(', ') }}
  from {{ ref('measured_attempts') }}
  {% if not loop.last %}union all{% endif %}
  {% endfor %}
),

task_counts as materialized (
  {{ rates.task_counts('attempts', slice) }}
),

by_task as (
  {{ rates.by_task('task_counts', slice) }}
),

left_out as (
  {{ rates.left_out('attempts', slice) }}
),

summed as (
  select
    {{ slice | join(', ') }}, measure,
    {{ rates.sums() }}
  from (from by_task union all by name from left_out)
  group by all
),

bounded as (
  select
    *,
    {{ rates.intervals() }}
  from summed
)

select
  {{ slice | join(', ') }}, measure,
  {{ rates.shown() }},
  {{ (rates.reasons + rates.attributions) | join(', ') }},
  {{ rates.flags() }}
from bounded
order by
  world, agent, claim_source, scale, list_position(['easy', 'medium', 'hard', 'infeasible', 'unknown'], bin), measure
