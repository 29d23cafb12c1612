-- What each attempt submitted: was there a report, can it be read, and which status does it claim? `lists` holds what
-- stands in its lists, in the order of the contract; null where there is nothing or a null.
-- Attempts of a task whose reference is wrong get no verdict, so they end here.
{% import 'macros/contract.jinja' as contract %}
with submitted as (
  select
    attempts.attempt_id, attempts.world, attempts.task_id, attempts.claim_source,
    case
      when attempts.report is null or json_type(attempts.report) = 'NULL' then 'missing'
      when json_type(attempts.report) = 'VARCHAR' and regexp_full_match(attempts.report ->> '$', '[\s\p{Z}]*') then 'missing'
      when json_type(attempts.report) <> 'OBJECT' then 'unreadable'
      else 'read'
    end as report,
    attempts.report as body,
    attempts.tool_calls is not null as has_log,
    attempts.final_state is not null as has_state,
    tasks.tool_reliability,
    tasks.reference_outcome,
    tasks.variant
  from {{ ref('attempts') }} as attempts
  join {{ ref('tasks') }} as tasks using (world, task_id)  -- exactly one: load quarantines unknown tasks
  anti join {{ ref('reference_conflicts') }} as conflicts using (world, task_id)
),

opened as (
  {% for world in worlds %}
  {% set names = ['status'] + (world.lists | map(attribute='name') | list) %}
  select
    * exclude (body, fields),
    struct_extract_at(fields, 1) as status,
    [{% for list in world.lists %}struct_extract_at(fields, {{ loop.index + 1 }}){% if not loop.last %}, {% endif %}{% endfor %}]::json[] as lists
  from (
    select *, from_json(if(report = 'read', body, null), '{{ contract.object_shape(names) }}') as fields
    from submitted
    where world = {{ literal(world.name) }}
  )
  {% if not loop.last %}union all{% endif %}
  {% endfor %}
)

select
  attempt_id, world, task_id, claim_source, report,
  case
    when report <> 'read' then 'none'
    when status is null then if(claim_source = 'implied', 'none', 'malformed')
    when json_type(status) = 'VARCHAR' and (status ->> '$') in ('complete', 'partial', 'blocked') then (status ->> '$')
    else 'malformed'
  end as claimed,
  report = 'read' and status is null as status_missing,
  has_log, has_state, tool_reliability, reference_outcome, variant,
  lists
from opened
