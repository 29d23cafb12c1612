-- What the tools told the agent about rows, one row per call and table row. `settled`: the tool's word stands
-- by itself; a failed write or removal only speaks where nothing settled was said before (A35). `replaced`:
-- another row took this one's key, so it was changed and not removed.
{% import 'macros/contract.jinja' as contract %}
with written as (
  select attempt_id, world, table_name, row_text, cells, turn,
    if(ok, 'present', 'absent') as word, ok as settled, ok as own, false as replaced
  from {{ ref('tool_rows') }}
  where effect = 'writes' and not broken and ok is not null
),

taken as (
  select attempt_id, table_name, row_key, row_text, cells, turn
  from {{ ref('tool_rows') }}
  where effect = 'writes' and not broken and ok and row_key is not null
),

-- most keys are only ever those of one row; only the rest is looked at closely
contested as (
  select distinct taken.attempt_id, taken.table_name, taken.row_key
  from taken
  join {{ ref('known_rows') }} as known using (attempt_id, table_name, row_key)  -- many: every row of that key
  where taken.row_text <> known.row_text
),

-- which cells a row gives; two rows can be one when the cells that both give are the same
contested_known as (
  select *, {{ contract.form('cells') }} as form
  from (
    select known.attempt_id, known.world, known.table_name, known.row_key, known.row_text, {{ contract.cells_of('known.row_text') }} as cells
    from {{ ref('known_rows') }} as known
    semi join contested using (attempt_id, table_name, row_key)
  )
),

contested_taken as (
  select *, {{ contract.form('cells') }} as form
  from taken
  semi join contested using (attempt_id, table_name, row_key)
),

taken_forms as (
  select distinct taken.attempt_id, taken.table_name, taken.form, known.form as known_form,
    {{ contract.common('taken.form', 'known.form') }} as common
  from (select distinct attempt_id, table_name, form from contested_taken) as taken
  join (select distinct attempt_id, table_name, form from contested_known) as known using (attempt_id, table_name)
),

taken_rows as (
  select
    taken.attempt_id, taken.table_name, taken.row_key, forms.known_form, forms.common,
    {{ contract.shared('taken.cells', 'forms.common') }} as shared,
    max(taken.turn) as turn
  from contested_taken as taken
  join taken_forms as forms using (attempt_id, table_name, form)  -- many: every form of a known row
  group by all
),

-- of the two rows that took a key last, one is another row than any given one
newest as (
  from taken_rows
  qualify row_number() over (partition by attempt_id, table_name, row_key, known_form, common order by turn desc) <= 2
),

-- only the last word of its kind matters, so one a row is enough, however often its key was written
replaced as (
  select known.attempt_id, known.world, known.table_name, known.row_text, any_value(known.cells) as cells, max(newest.turn) as turn,
    'absent' as word, true as settled, true as own, true as replaced
  from newest
  join contested_known as known  -- many: every other row of that key
    on known.attempt_id = newest.attempt_id and known.table_name = newest.table_name
    and known.row_key = newest.row_key and known.form = newest.known_form
  where {{ contract.shared('known.cells', 'newest.common') }} <> newest.shared
  group by known.attempt_id, known.world, known.table_name, known.row_text
),

read_rows as (
  select attempt_id, world, table_name, turn, row_key, row_text, cells, broken, ok
  from {{ ref('tool_rows') }}
  where effect = 'reads'
),

shown as (
  select attempt_id, world, table_name, row_text, cells, turn,
    'present' as word, true as settled, false as own, false as replaced
  from read_rows
  where not broken and ok
),

-- rows that a read had in its scope and did not show as they are known
missed as (
  select known.attempt_id, known.world, known.table_name, known.row_text, known.row_key, reads.turn, reads.scope
  from {{ ref('reads') }} as reads
  join {{ ref('known_rows') }} as known using (attempt_id, table_name)  -- many: every row heard of
  anti join read_rows
    on read_rows.attempt_id = known.attempt_id and read_rows.turn = reads.turn and read_rows.row_text = known.row_text
),

in_scope as (
  select *, {{ contract.form('cells') }} as form
  from (select *, {{ contract.cells_of('row_text') }} as cells from missed)
  where {{ contract.matches('scope', 'cells') }}
),

-- of calls that showed rows in another form than a known row has, one of them could be that row
formed_rows as (
  select attempt_id, table_name, turn, cells, {{ contract.form('cells') }} as form
  from read_rows
  semi join in_scope using (attempt_id, turn)
),

read_forms as (
  select distinct rows.attempt_id, rows.table_name, rows.turn, rows.form, known.form as known_form,
    {{ contract.common('rows.form', 'known.form') }} as common
  from (select distinct attempt_id, table_name, turn, form from formed_rows) as rows
  join (select distinct attempt_id, table_name, turn, form from in_scope) as known using (attempt_id, table_name, turn)
),

read_values as (
  select distinct rows.attempt_id, rows.turn, forms.known_form, forms.common,
    {{ contract.shared('rows.cells', 'forms.common') }} as shared
  from formed_rows as rows
  join read_forms as forms using (attempt_id, table_name, turn, form)  -- many: every form of a known row
),

-- rows that one of the rows shown could be
found as (
  select distinct in_scope.attempt_id, in_scope.table_name, in_scope.row_text, in_scope.turn
  from in_scope
  join (select distinct attempt_id, turn, known_form, common from read_values) as forms
    on forms.attempt_id = in_scope.attempt_id and forms.turn = in_scope.turn and forms.known_form = in_scope.form
  join read_values
    on read_values.attempt_id = in_scope.attempt_id and read_values.turn = in_scope.turn
    and read_values.known_form = forms.known_form and read_values.common = forms.common
    and read_values.shared = {{ contract.shared('in_scope.cells', 'forms.common') }}
),

not_shown as (
  select in_scope.attempt_id, in_scope.world, in_scope.table_name, in_scope.row_text, in_scope.cells, in_scope.turn,
    'absent' as word, true as settled, false as own,
    keys.row_key is not null as replaced
  from in_scope
  anti join found using (attempt_id, table_name, row_text, turn)
  left join (select distinct attempt_id, turn, row_key from read_rows where row_key is not null) as keys  -- at most one
    on keys.attempt_id = in_scope.attempt_id and keys.turn = in_scope.turn and keys.row_key = in_scope.row_key
),

removed as (
  select known.attempt_id, known.world, known.table_name, known.row_text, known.cells, rows.turn,
    if(rows.ok, 'absent', 'present') as word, rows.ok as settled, rows.ok as own, false as replaced
  from {{ ref('tool_rows') }} as rows
  join (
    select *, {{ contract.cells_of('row_text') }} as cells
    from {{ ref('known_rows') }}
    where (attempt_id, table_name) in (select (attempt_id, table_name) from {{ ref('tool_rows') }} where effect = 'removes')
  ) as known using (attempt_id, table_name)  -- many: every row that it may speak of
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
