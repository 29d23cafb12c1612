-- What the tools' words say of each required part as a whole: present while the last word on some row of the
-- done table with the part's identity is present. A part that is done in the initial state starts as present,
-- any other as absent. Only where there is a log and tools that speak of the done table.
{% import 'macros/contract.jinja' as contract %}
with parts as (
  select outcomes.attempt_id, outcomes.world, outcomes.part, outcomes.done_initially
  from {{ ref('part_outcomes') }} as outcomes
  join {{ ref('worlds') }} as worlds using (world)  -- exactly one
  join {{ ref('reports') }} as reports using (attempt_id)  -- exactly one
  where outcomes.kind = 'part' and worlds.parts_spoken and reports.has_log
),

done_rows as (
  {% for world in worlds %}{% if world.doneTable %}
  select attempt_id, row_text, {{ contract.item('cells', world.donePositions) }} as part, turn, word = 'present' as present, settled
  from {{ ref('words') }}
  where world = {{ literal(world.name) }} and table_name = {{ literal(world.doneTable) }}
  union all
  select attempt_id, row_text, {{ contract.item('cells', world.donePositions) }} as part, 0 as turn, true as present, true as settled
  from (select attempt_id, row_text, {{ contract.cells_of('row_text') }} as cells from {{ ref('known_rows') }} where world = {{ literal(world.name) }} and table_name = {{ literal(world.doneTable) }} and since = 0)
  union all
  {% endif %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, row_text varchar, part varchar, turn bigint, present boolean, settled boolean') }}
),

-- the last settled word on a row stands; where nothing is settled, the first failure speaks
row_words as (
  select
    parts.attempt_id, parts.part,
    coalesce(max_by(present, turn) filter (where settled), min_by(present, turn)) as present,
    max(turn) filter (where present and turn > 0) as last_present,
    max(turn) filter (where not present) as last_absent
  from parts
  join done_rows using (attempt_id, part)  -- many: every word on every row of the part
  where done_rows.turn > 0 or parts.done_initially
  group by parts.attempt_id, parts.part, done_rows.row_text
),

standing as (
  select attempt_id, part, bool_or(present) as present, max(last_present) as last_present, max(last_absent) as last_absent
  from row_words
  group by attempt_id, part
)

select
  parts.attempt_id, parts.world, parts.part,
  if(coalesce(standing.present, parts.done_initially), 'present', 'absent') as word,
  calls.seq,
  calls.tool
from parts
left join standing using (attempt_id, part)  -- at most one
left join {{ ref('tool_calls') }} as calls  -- at most one
  on calls.attempt_id = standing.attempt_id and calls.turn = if(standing.present, standing.last_present, standing.last_absent)
