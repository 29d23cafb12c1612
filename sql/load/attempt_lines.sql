-- Each line of the attempt files, its fields read once. A line that is not an attempt has a reason, and whatever ids it
-- shows. A sieve in SQL passes what is plainly right; only the rest goes to the exact judge, which is slower.
{% import 'macros/typing.jinja' as typing %}
{% import 'macros/lines.jinja' as lines %}
{% set spec = '{"attempt_id":"JSON","task_id":"JSON","agent":"JSON","epoch":"JSON","submitted_at":"JSON","claim_source":"JSON","report":"JSON","tool_calls":"JSON","final_state":"JSON","outcome":"JSON"}' %}
with parsed as (
  select
    file_number, line, world, file, text, fault,
    try(json_keys(text)) as keys,
    try(from_json(text, '{{ spec }}')) as fields
  from {{ ref('lines') }}
  where kind = 'attempt'
),

opened as (
  select
    *,
    try(from_json(fields.tool_calls, '[{"seq":"JSON","tool":"JSON","args":"JSON","ok":"JSON"}]')) as calls,
    {{ lines.call_keys('fields.tool_calls') }} as call_keys
  from parsed
),

sieved as (
  select
    *,
    fields is null
    or len(keys) <> len(list_distinct(keys))
    or not {{ lines.is_name('fields.attempt_id') }}
    or not {{ lines.is_name('fields.task_id') }}
    or not {{ lines.is_name('fields.agent') }}
    or not regexp_full_match(coalesce(fields.epoch::varchar, '0'), '[0-9]{1,15}')
    or coalesce(left(fields.submitted_at, 1), '"') <> '"'
    or coalesce(fields.claim_source::varchar, '"stated"') not in ('"stated"', '"implied"')
    or coalesce(left(fields.tool_calls, 1), '[') <> '['
    or len(list_filter(calls, lambda call:
      coalesce(left(call.tool, 1) <> '"', true)
      or coalesce(left(call.args, 1), '{') <> '{'
      or coalesce(call.ok::varchar, 'true') not in ('true', 'false')
      or not regexp_full_match(coalesce(call.seq::varchar, '0'), '-?[0-9]{1,15}')
    )) > 0
    or len(list_filter(call_keys, lambda names: len(names) <> len(list_distinct(names)))) > 0
    or coalesce(left(fields.final_state, 1), '{') <> '{'
    or coalesce(fields.final_state, fields.outcome) is null
    or not {{ lines.is_plain_outcome('fields.outcome') }}
    or {{ lines.may_lose('text') }} as suspicious
  from opened
),

judged as (
  select
    * exclude (text, suspicious),
    case when fault is null and suspicious then envelope_fault('attempt', text) end::json as verdict
  from sieved
),

-- most lines stand as they are; what needs repair is read again
exact as (
  select
    * replace (
      case when repaired is null then fields else from_json(repaired, '{{ spec }}') end as fields,
      case when repaired is null then keys else json_keys(repaired) end as keys
    )
  from (select *, verdict ->> '$.text' as repaired from judged)
),

known as (
  select
    * replace (case when repaired is null then call_keys else {{ lines.call_keys('fields.tool_calls') }} end as call_keys),
    fault is not null or fields is null or (verdict ->> '$.reason') is not null as broken,
    if(broken, null, json_keys(fields.final_state)) as state_keys,
    len(state_keys) <> len(list_distinct(state_keys)) as state_twice,
    {{ typing.canonical('fields.submitted_at', {'kind': 'timestamp'}) }} as submitted_at
  from exact
)

select
  file_number, line, world, file,
  nullif(if(left(fields.attempt_id, 1) = '"', {{ typing.nfc("fields.attempt_id ->> '$'") }}, null), '') as attempt_id,
  nullif(if(left(fields.task_id, 1) = '"', {{ typing.nfc("fields.task_id ->> '$'") }}, null), '') as task_id,
  if(broken, null, {{ typing.nfc("fields.agent ->> '$'") }}) as agent,
  if(broken, null, coalesce(try_cast({{ typing.canonical('fields.epoch', {'kind': 'integer'}) }} as bigint), 0)) as epoch,
  if(broken, null, rtrim(submitted_at, 'Z')::timestamp) as submitted_at,
  if(broken, null, coalesce(fields.claim_source ->> '$', 'stated')) as claim_source,
  if(broken, null, fields.report) as report,
  if(broken, null, fields.tool_calls) as tool_calls,
  if(broken, null, fields.final_state) as final_state,
  if(broken, null, fields.outcome) as outcome,
  list_filter(keys, lambda key: key not in ('attempt_id', 'task_id', 'agent', 'epoch', 'submitted_at', 'claim_source', 'report', 'tool_calls', 'final_state', 'outcome')) as unknown_fields,
  state_keys,
  if(broken, null, list_distinct(list_filter(flatten(call_keys), lambda key: key not in ('seq', 'tool', 'args', 'ok', 'result')))) as unknown_call_fields,
  case
    when fault is not null then null
    when broken then verdict ->> '$.field'
    when state_twice then 'final_state'
    when fields.submitted_at is not null and submitted_at is null then 'submitted_at'
  end as field,
  case
    when fault is not null then fault
    when broken then coalesce(verdict ->> '$.reason', 'unreadable')
    when state_twice then 'duplicate_key'
    when fields.submitted_at is not null and submitted_at is null then 'wrong_type'
  end as reason,
  case
    when fault is not null then {{ lines.line_fault('fault') }}
    when broken then coalesce(verdict ->> '$.detail', 'the engine cannot read the line')
    when state_twice then 'the object has a key twice'
    when fields.submitted_at is not null and submitted_at is null then 'must be a timestamp, as 2026-11-30T20:00:00Z'
  end as detail
from known
