-- Each agent's rates by how hard the task is, on three scales. Completion falls with difficulty by construction; whether an
-- agent that fails says so is another matter: false_completion is among failures, false_completion_overall among all, which
-- moves with difficulty even where the first does not.
{% import 'macros/rates.jinja' as rates %}
{% set scales = [('structural', 'difficulty'), ('human_time', 'human_time'), ('empirical', 'empirical_difficulty')] %}
{% set names = ['world', 'agent', 'claim_source', 'scale', 'bin'] %}
with members as materialized (
  select *, dense_rank() over (order by {{ names | join(', ') }}) as slice
  from (
    {% for scale, dimension in scales %}
    select world, agent, claim_source, {{ literal(scale) }} as scale, {{ dimension }} as bin, profile
    from {{ ref('profiles') }}
    {{ 'union all' if not loop.last }}
    {% endfor %}
  )
),

slices as (
  select distinct slice, {{ names | join(', ') }} from members
),

task_counts as materialized (
  {{ rates.task_counts() }}
),

by_task as (
  {{ rates.by_task() }}
),

left_out as (
  {{ rates.left_out() }}
),

summed as (
  select
    slice, measure,
    {{ rates.sums() }}
  from by_task
  group by slice, measure
),

bounded as (
  select
    *,
    {{ rates.intervals(names) }}
  from (
    {{ rates.whole('summed') }}
  )
  join slices using (slice)  -- exactly one
)

select
  {{ names | join(', ') }}, measure,
  {{ rates.shown() }},
  {{ (rates.reasons + rates.attributions) | join(', ') }},
  {{ rates.flags() }}
from bounded
order by
  world, agent, claim_source, scale, list_position(['easy', 'medium', 'hard', 'infeasible', 'unknown'], bin), measure
