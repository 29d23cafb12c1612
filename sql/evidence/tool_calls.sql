-- The log of each attempt, one row per call, in order of seq; ties: later in the list wins.
with listed as (
  select
    attempt_id, world,
    unnest(json_extract(tool_calls, '$[*]')) as call,
    generate_subscripts(json_extract(tool_calls, '$[*]'), 1) as position
  from {{ ref('attempts') }}
),

fields as (
  select
    attempt_id, world, position,
    coalesce(try_cast(call ->> '$.seq' as bigint), position) as seq,
    call ->> '$.tool' as tool,
    (call ->> '$.ok')::boolean as ok,
    json_extract(call, '$.args') as args,
    json_extract(call, '$.result') as result
  from listed
)

select
  attempt_id, world,
  row_number() over (partition by attempt_id order by seq, position) as turn,
  seq, tool, ok, args, result
from fields
order by attempt_id, turn
