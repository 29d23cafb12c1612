-- Each line of the task files, its fields read once. A line that is not a task has a reason, and whatever ids it shows.
{% import 'macros/typing.jinja' as typing %}
{% import 'macros/lines.jinja' as lines %}
{% set integer = {'kind': 'integer'} %}
with judged as (
  select file_number, line, world, file, text, fault, if(fault is null, envelope_fault('task', text), null)::json as verdict
  from {{ ref('lines') }}
  where kind = 'task'
),

exact as (
  select * exclude (text), coalesce(verdict ->> '$.text', text) as text  -- as it can be read without loss
  from judged
),

parsed as (
  select
    *, try(json_keys(text)) as keys,
    try(from_json(text, '{"task_id":"JSON","world":"JSON","seed":"JSON","variant":"JSON","tool_reliability":"JSON","initial_state":"JSON","required_parts":"JSON","reference":"JSON","difficulty":"JSON"}')) as fields
  from exact
),

known as (
  select
    *,
    fault is not null or fields is null or (verdict ->> '$.reason') is not null as broken,
    if(broken, null, json_keys(fields.initial_state)) as state_keys,
    len(state_keys) <> len(list_distinct(state_keys)) as state_twice
  from parsed
)

select
  file_number, line, world, file,
  nullif(if(left(fields.task_id, 1) = '"', {{ typing.nfc("fields.task_id ->> '$'") }}, null), '') as task_id,
  if(left(fields.world, 1) = '"', fields.world ->> '$', null) as named_world,
  if(broken, null, try_cast({{ typing.canonical('fields.seed', integer) }} as bigint)) as seed,
  if(broken, null, coalesce({{ typing.canonical('fields.variant', {'kind': 'text'}) }}, 'unspecified')) as variant,
  if(broken, null, coalesce(fields.tool_reliability ->> '$', 'reliable')) as tool_reliability,
  if(broken, null, coalesce(fields.reference ->> '$.outcome', 'none')) as reference_outcome,
  if(broken, null, fields.initial_state) as initial_state,
  if(broken, null, coalesce(
    fields.required_parts,
    {%- for world in worlds if not world.hasParts %}
    if(world = {{ literal(world.name) }}, json_array(json_object('task', fields.task_id)), null),
    {%- endfor %}
    null
  )) as required_parts,
  if(broken, null, fields.reference) as reference,
  if(broken, null, fields.difficulty) as difficulty,
  if(broken, null, text) as text,
  list_filter(keys, lambda key: key not in ('task_id', 'world', 'seed', 'variant', 'tool_reliability', 'initial_state', 'required_parts', 'reference', 'difficulty')) as unknown_fields,
  state_keys,
  case
    when fault is not null then null
    when broken then verdict ->> '$.field'
    when state_twice then 'initial_state'
  end as field,
  case
    when fault is not null then fault
    when broken then coalesce(verdict ->> '$.reason', 'unreadable')
    when state_twice then 'duplicate_key'
  end as reason,
  case
    when fault is not null then {{ lines.line_fault('fault') }}
    when broken then coalesce(verdict ->> '$.detail', 'the engine cannot read the line')
    when state_twice then 'the object has a key twice'
  end as detail
from known
order by file_number, line
