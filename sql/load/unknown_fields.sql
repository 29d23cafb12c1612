-- Fields that nothing reads, and in how many lines they stand.
{% import 'macros/contract.jinja' as contract %}
with task_lines as (
  select * from {{ ref('task_lines') }} as lines
  anti join {{ ref('task_faults') }} as faults using (file_number, line)
),

attempt_lines as (
  select * from {{ ref('attempt_lines') }} as lines
  anti join {{ ref('attempt_faults') }} as faults using (file_number, line)
),

report_fields as (
  select file_number, line, world, report, unnest(json_keys(report)) as field
  from attempt_lines
  where left(report, 1) = '{'
),

items as (
  {% for world in worlds %}{% for list in world.lists %}
  select
    file_number, line, world, {{ literal(list.name) }} as list, json_keys(item) as keys,
    [{% for field in list.identity %}{{ literal(field.name) }}, {% endfor %}{% if list.claims == 'open_part' %}'reason', 'gate'{% endif %}] as known
  from (
    select file_number, line, world, unnest(json_extract(report, {{ path(list.name, '[*]') }})) as item
    from attempt_lines
    where world = {{ literal(world.name) }} and left(report, 1) = '{'
  )
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('file_number bigint, line bigint, world varchar, list varchar, keys varchar[], known varchar[]') }}
),

found as (
  select 'task' as kind, file_number, line, world, unnest(unknown_fields) as path
  from task_lines
  union all
  select 'attempt', file_number, line, world, unnest(unknown_fields)
  from attempt_lines
  union all
  select 'attempt', file_number, line, world, 'tool_calls[].' || unnest(unknown_call_fields)
  from attempt_lines
  union all
  select 'task', file_number, line, world, 'reference.' || unnest(list_filter(json_keys(reference), lambda key: key not in ('outcome', 'parts', 'state')))
  from task_lines
  union all
  select 'task', file_number, line, world, 'difficulty.' || unnest(list_filter(json_keys(difficulty), lambda key: key not in ('parts', 'constraints', 'reference_steps', 'human_minutes')))
  from task_lines
  union all
  select 'attempt', file_number, line, world, 'outcome.' || unnest(list_filter(json_keys(outcome), lambda key: key not in ('parts', 'gates')))
  from attempt_lines
  {%- for world in worlds %}
  union all
  select 'attempt', file_number, line, world, 'report.' || field
  from report_fields
  where world = {{ literal(world.name) }} and field not in ({% for field in world.reportFields %}{{ literal(field) }}{% if not loop.last %}, {% endif %}{% endfor %})
  union all
  select kind, file_number, line, world, state_field || '.' || key
  from (
    select 'task' as kind, file_number, line, world, 'initial_state' as state_field, unnest(state_keys) as key
    from task_lines
    union all
    select 'attempt', file_number, line, world, 'final_state', unnest(state_keys)
    from attempt_lines
  )
  where world = {{ literal(world.name) }} and (key = '' or key not in ({% for table in world.tables %}{{ literal(table.name) }}, {% endfor %}''))
  {%- endfor %}
  union all
  select 'attempt', file_number, line, world, 'report.' || list || '[].' || unnest(list_filter(keys, lambda key: not list_contains(known, key)))
  from items
  union all
  select kind, file_number, line, world, if(kind = 'task', 'initial_state.', 'final_state.') || table_name || '[].' || unnest(unknown_fields)
  from {{ ref('state_cells') }} as cells
  semi join (select file_number, line from task_lines union all select file_number, line from attempt_lines) as kept
    using (file_number, line)
)

select kind, world, path, count(distinct (file_number, line)) as lines
from found
group by all
order by kind, world, path
