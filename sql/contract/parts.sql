-- What each task requires, part by part, with what the reference solution says of it.
{% import 'macros/contract.jinja' as contract %}
with required as (
  {% for world in worlds %}
  select
    world, task_id, position,
    {{ contract.identity('part', world.partIdentity) }} as cells
  from (
    select
      world, task_id,
      unnest(json_extract(required_parts, '$[*]')) as part,
      generate_subscripts(json_extract(required_parts, '$[*]'), 1) as position
    from {{ ref('tasks') }}
    where world = {{ literal(world.name) }}
  )
  union all
  {% endfor %}
  {{ contract.nothing('world varchar, task_id varchar, position bigint, cells varchar[]') }}
),

referenced as (
  {% for world in worlds %}
  select
    world, task_id,
    {{ contract.identity("json_extract(entry, '$.part')", world.partIdentity) }} as cells,
    entry ->> '$.achievable' as achievable,
    list_sort(coalesce(cast(json_extract(entry, '$.reasons') as varchar[]), [])) as reasons
  from (
    select world, task_id, unnest(json_extract(reference, '$.parts[*]')) as entry
    from {{ ref('tasks') }}
    where world = {{ literal(world.name) }} and reference_outcome in ('feasible', 'infeasible')
  )
  union all
  {% endfor %}
  {{ contract.nothing('world varchar, task_id varchar, cells varchar[], achievable varchar, reasons varchar[]') }}
)

select
  required.world,
  required.task_id,
  to_json(required.cells)::varchar as part,
  required.position,
  referenced.achievable,
  coalesce(referenced.reasons, []) as reasons
from required
left join referenced using (world, task_id, cells)  -- at most one: load refuses a part named twice
order by required.world, required.task_id, required.position
