-- What the tools' words say of each required part as a whole: present while the last word on some row of the
-- done table with the part's identity is present. A part that is done in the initial state starts as present,
-- any other as absent. Only where there is a log and tools that speak of the done table.
{% import 'macros/contract.jinja' as contract %}
with parts as (
  select outcomes.attempt_id, outcomes.world, outcomes.task_id, outcomes.part, outcomes.done_initially
  from {{ ref('part_outcomes') }} as outcomes
  join {{ ref('worlds') }} as worlds using (world)  -- exactly one
  join {{ ref('reports') }} as reports using (attempt_id)  -- exactly one
  where outcomes.kind = 'part' and worlds.parts_spoken and reports.has_log
),

done_rows as (
  {% for world in worlds %}{% if world.doneTable %}
  select attempt_id, cells, {{ contract.project('cells', contract.positions(world.donePositions)) }} as part, turn, seq, tool, word, settled
  from {{ ref('words') }}
  where world = {{ literal(world.name) }} and table_name = {{ literal(world.doneTable) }}
  union all
  select attempt_id, cells, {{ contract.project('cells', contract.positions(world.donePositions)) }} as part,
    0 as turn, null::bigint as seq, null::varchar as tool, 'present' as word, true as settled
  from {{ ref('known_rows') }}
  where world = {{ literal(world.name) }} and table_name = {{ literal(world.doneTable) }} and since = 0
  union all
  {% endif %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, cells varchar[], part varchar, turn bigint, seq bigint, tool varchar, word varchar, settled boolean') }}
),

said as (
  select parts.attempt_id, parts.part, parts.done_initially, done_rows.cells, done_rows.turn, done_rows.seq, done_rows.tool, done_rows.word, done_rows.settled
  from parts
  join done_rows using (attempt_id, part)  -- many: every word on every row of the part
  where done_rows.turn > 0 or parts.done_initially
),

-- one word per row and call: present wins
calls as (
  select
    attempt_id, part, cells, turn,
    max_by({'word': word, 'settled': settled, 'seq': seq, 'tool': tool}, (if(word = 'present', 1, 0), if(settled, 1, 0))) as said
  from said
  group by all
),

row_words as (
  select
    attempt_id, part, cells,
    coalesce(max_by(said.word, turn) filter (where said.settled), min_by(said.word, turn)) as word,
    list({'turn': turn, 'word': said.word, 'seq': said.seq, 'tool': said.tool} order by turn) as history
  from calls
  group by all
),

standing as (
  select attempt_id, part, if(bool_or(word = 'present'), 'present', 'absent') as word, flatten(list(history order by cells)) as history
  from row_words
  group by all
),

last_words as (
  select attempt_id, part, word, list_sort(list_filter(history, lambda call: call.word = word and call.turn > 0))[-1] as last
  from standing
)

select
  parts.attempt_id, parts.world, parts.part,
  coalesce(last_words.word, if(parts.done_initially, 'present', 'absent')) as word,
  last_words.last.seq as seq,
  last_words.last.tool as tool
from parts
left join last_words using (attempt_id, part)  -- at most one
order by parts.attempt_id, parts.part
