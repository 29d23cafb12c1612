-- Why lines of task files are not taken: one reason a line, the first that holds. Rows with the id of a good one before
-- them come last, so that a broken row takes no id from a good one.
{% import 'macros/contract.jinja' as contract %}
with lines as (
  select * from {{ ref('task_lines') }}
),

state_faults as (
  select
    file_number, line,
    'initial_state.' || table_name || coalesce('[' || ordinal || ']', '') || field as field,
    reason, detail
  from {{ ref('state_cells') }}
  where kind = 'task' and reason is not null
  qualify row_number() over (partition by file_number, line order by table_position, ordinal nulls first) = 1
),

required as (
  {% for world in worlds %}
  select
    file_number, line, position,
    [{% for field in world.partIdentity %}{{ literal(field.name) }}{% if not loop.last %}, {% endif %}{% endfor %}] as fields,
    part,
    {{ contract.identity('part', world.partIdentity) }} as cells
  from (
    select
      file_number, line,
      unnest(json_extract(required_parts, '$[*]')) as part,
      generate_subscripts(json_extract(required_parts, '$[*]'), 1) - 1 as position
    from lines
    where reason is null and world = {{ literal(world.name) }}
  )
  union all
  {% endfor %}
  {{ contract.nothing('file_number bigint, line bigint, position bigint, fields varchar[], part json, cells varchar[]') }}
),

referenced as (
  {% for world in worlds %}
  select
    file_number, line,
    to_json({{ contract.identity("json_extract(entry, '$.part')", world.partIdentity) }})::varchar as part
  from (
    select file_number, line, unnest(json_extract(reference, '$.parts[*]')) as entry
    from lines
    where reason is null and world = {{ literal(world.name) }} and reference_outcome in ('feasible', 'infeasible')
  )
  union all
  {% endfor %}
  {{ contract.nothing('file_number bigint, line bigint, part varchar') }}
),

part_cells as (
  select
    file_number, line, position, cells, to_json(cells)::varchar as item,
    list_filter(range(1, len(cells) + 1), lambda place: cells[place] is null)[1] as missing,
    fields[missing] as field,
    coalesce(json_extract(part, '$."' || field || '"')::varchar, 'null') <> 'null' as given
  from required
),

part_faults as (
  select
    file_number, line,
    'required_parts[' || position || '].' || field as field,
    if(given, 'wrong_type', 'missing_field') as reason,
    if(given, 'must be of the type that the contract gives it', 'must be given') as detail,
    position
  from part_cells
  where missing is not null
  union all
  select
    file_number, line, 'required_parts[' || position || ']' as field, 'duplicate_part' as reason,
    'the part is required before' as detail, position
  from part_cells
  where missing is null
  qualify row_number() over (partition by file_number, line, item order by position) > 1
),

first_part_faults as (
  select file_number, line, field, reason, detail
  from part_faults
  qualify row_number() over (partition by file_number, line order by position) = 1
),

reference_faults as (
  select file_number, line
  from lines
  left join (select file_number, line, list(item order by item) as items from part_cells group by all) as required_items
    using (file_number, line)  -- at most one
  left join (select file_number, line, list(part order by part) as items from referenced group by all) as reference_items
    using (file_number, line)  -- at most one
  where reason is null and reference_outcome in ('feasible', 'infeasible')
    and coalesce(required_items.items, []) <> coalesce(reference_items.items, [])
),

faults as (
  select
    lines.file_number, lines.line, lines.world, lines.file, lines.task_id,
    case
      when lines.reason is not null then {field: lines.field, reason: lines.reason, detail: lines.detail}
      when lines.named_world <> lines.world then
        {field: 'world', reason: 'world_mismatch', detail: 'the source is of world ' || lines.world}
      when state_faults.reason is not null then
        {field: state_faults.field, reason: state_faults.reason, detail: state_faults.detail}
      when lines.required_parts is null then
        {field: 'required_parts', reason: 'missing_field', detail: 'must be given'}
      when parts.reason is not null then {field: parts.field, reason: parts.reason, detail: parts.detail}
      when reference_faults.line is not null then
        {field: 'reference.parts', reason: 'reference_parts', detail: 'must hold every required part exactly once'}
    end as fault
  from lines
  left join state_faults using (file_number, line)  -- at most one
  left join first_part_faults as parts using (file_number, line)  -- at most one
  left join reference_faults using (file_number, line)  -- at most one
),

repeated as (
  select file_number, line
  from faults
  where fault is null
  qualify row_number() over (partition by world, task_id order by file_number, line) > 1
)

select
  faults.file_number, faults.line, faults.world, faults.file, faults.task_id,
  if(fault is null, 'task_id', fault.field) as field,
  coalesce(fault.reason, 'duplicate_id') as reason,
  coalesce(fault.detail, 'a task before it has this id') as detail
from faults
left join repeated using (file_number, line)  -- at most one
where fault is not null or repeated.line is not null
order by file_number, line
