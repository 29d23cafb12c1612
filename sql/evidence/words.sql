-- What the tools told the agent about rows, one row per call and table row. `settled`: the tool's word stands
-- by itself; a failed write or removal only speaks where nothing settled was said before (A35). `replaced`:
-- another row took this one's key, so it was changed and not removed.
{% import 'macros/contract.jinja' as contract %}
with written as (
  select attempt_id, world, table_name, cells, turn, seq, tool,
    if(ok, 'present', 'absent') as word, ok as settled, ok as own, false as replaced
  from {{ ref('tool_rows') }}
  where effect = 'writes' and not broken and ok is not null
),

replaced as (
  select known.attempt_id, known.world, known.table_name, known.cells, rows.turn, rows.seq, rows.tool,
    'absent' as word, true as settled, true as own, true as replaced
  from {{ ref('tool_rows') }} as rows
  join {{ ref('known_rows') }} as known using (attempt_id, table_name, row_key)  -- many: every row of that key
  where rows.effect = 'writes' and not rows.broken and rows.ok
    and not {{ contract.compatible('rows.cells', 'known.cells') }}
),

shown as (
  select attempt_id, world, table_name, cells, turn, seq, tool,
    'present' as word, true as settled, false as own, false as replaced
  from {{ ref('tool_rows') }}
  where effect = 'reads' and not broken and ok
),

not_shown as (
  select known.attempt_id, known.world, known.table_name, known.cells, reads.turn, reads.seq, reads.tool,
    'absent' as word, true as settled, false as own,
    coalesce(bool_or(rows.row_key = known.row_key), false) as replaced
  from {{ ref('reads') }} as reads
  join {{ ref('known_rows') }} as known using (attempt_id, table_name)  -- many: every row heard of
  left join {{ ref('tool_rows') }} as rows  -- many: every row shown
    on rows.attempt_id = reads.attempt_id and rows.turn = reads.turn
  where {{ contract.matches('reads.scope', 'known.cells') }}
  group by all
  having not coalesce(bool_or({{ contract.compatible('rows.cells', 'known.cells') }}), false)
),

removed as (
  select known.attempt_id, known.world, known.table_name, known.cells, rows.turn, rows.seq, rows.tool,
    if(rows.ok, 'absent', 'present') as word, rows.ok as settled, rows.ok as own, false as replaced
  from {{ ref('tool_rows') }} as rows
  join {{ ref('known_rows') }} as known using (attempt_id, table_name)  -- many: every row that it may speak of
  where rows.effect = 'removes' and not rows.broken and rows.ok is not null
    and known.since < rows.turn
    and {{ contract.matches('rows.cells', 'known.cells') }}
)

from written
union all
from replaced
union all
from shown
union all
from not_shown
union all
from removed
order by attempt_id, turn, table_name, cells, word
