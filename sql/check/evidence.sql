-- The last word of the tools on each item that is claimed or a fact, and what it means for that item:
-- present confirms a change and denies a removal, absent the reverse. Of one call, present wins.
{% import 'macros/contract.jinja' as contract %}
with claimed as (
  select attempt_id, world, list, claims, item, true as named
  from {{ ref('claims') }}
  where item is not null and claims in ('change', 'removal', 'tool_call')
),

items as (
  from claimed
  union all
  select facts.attempt_id, facts.world, facts.list, lists.claims, facts.item, lists.claims = 'change' as named
  from {{ ref('facts') }} as facts
  join {{ ref('lists') }} as lists using (world, list)  -- exactly one
  anti join claimed on claimed.attempt_id = facts.attempt_id and claimed.list = facts.list and claimed.item = facts.item
  where lists.claims in ('change', 'removal', 'tool_call')
),

projected as (
  {% for world in worlds %}{% for list in world.lists %}{% if list.table %}
  select
    attempt_id, {{ literal(list.name) }} as list, {{ literal(list.claims) }} as claims,
    {{ contract.item('cells', list.identity | map(attribute='position') | list) }} as item,
    turn, word, settled, own, replaced, word = 'present' or own or not settled as heard
  from {{ ref('words') }}
  where world = {{ literal(world.name) }} and table_name = {{ literal(list.table) }} and {{ contract.meets('cells', list) }}
  union all
  {% endif %}{% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, list varchar, claims varchar, item varchar, turn bigint, word varchar, settled boolean, own boolean, replaced boolean, heard boolean') }}
),

-- one word per call: the greatest of (present, settled, replaced, own), as the digits of a number
words as (
  select
    attempt_id, list, item, turn,
    bool_or(claims = 'change') as is_change,
    max(if(word = 'present', 8, 0) + if(settled, 4, 0) + if(replaced, 2, 0) + if(own, 1, 0)) as said,
    bool_or(heard) as heard
  from projected
  where item is not null
  group by attempt_id, list, item, turn
),

meant as (
  select
    attempt_id, list, item, turn, heard,
    said >= 8 as present,
    said % 8 >= 4 as settled,
    said % 2 = 1 as own,
    (said >= 8) = is_change and not (not is_change and said % 4 >= 2) as confirms
  from words
),

-- the last settled word stands; where nothing is settled, the first failure speaks
standing as (
  select
    attempt_id, list, item,
    coalesce(max_by(present, turn) filter (where settled), min_by(present, turn)) as present,
    coalesce(max_by(confirms, turn) filter (where settled), min_by(confirms, turn)) as confirms,
    min(turn) filter (where own and confirms) as first_own_write,
    -- the last call that said so, and whether it undid: both in one number
    max(2 * turn + if(own and not confirms, 1, 0)) filter (where present) as last_present,
    max(2 * turn + if(own and not confirms, 1, 0)) filter (where not present) as last_absent,
    bool_or(heard) as heard
  from meant
  group by attempt_id, list, item
),

last_words as (
  select
    attempt_id, list, item, present, confirms, heard,
    first_own_write is not null as own_write,
    if(present, last_present, last_absent) // 2 as turn,
    coalesce(if(present, last_present, last_absent) % 2 = 1 and turn > first_own_write, false) as undone
  from standing
),

-- a call without a clear word is remembered for the items that it may be about
unclear_rows as (
  select attempt_id, lists.world, lists.list, list_transform(lists.identity_positions, lambda place: rows.cells[place]) as cells
  from {{ ref('tool_rows') }} as rows
  join {{ ref('lists') }} as lists on lists.world = rows.world and lists.table_name = rows.table_name  -- many
  where (
      rows.ok is null or rows.broken
      or rows.effect <> 'removes' and (
        {{ contract.project('rows.cells', 'lists.identity_positions') }} is null
        or list_contains(list_transform(lists.where_positions, lambda place: rows.cells[place] is null), true)
      )
    )
    -- a row that the `where` shuts out is about no item of the list
    and {{ contract.compatible('list_transform(lists.where_positions, lambda place: rows.cells[place])', 'lists.where_values') }}
  union all
  select attempt_id, world, list, cells
  from {{ ref('called_items') }}
  where ok is null or item is null
),

unclear as (
  select distinct attempt_id, list, item
  from (
    select items.attempt_id, items.list, items.item, {{ contract.cells_of('items.item') }} as identity, unclear_rows.cells
    from items
    join unclear_rows using (attempt_id, list)  -- many
    where len(list_filter(unclear_rows.cells, lambda cell: cell is not null)) > 0
  )
  where {{ contract.matches('cells', 'identity') }}
),

-- of what is neither claimed nor a change only where a tool spoke of it in so many words
told as (
  select
    items.attempt_id, items.world, items.list, items.item,
    items.named or last_words.heard as is_told,
    last_words.present, last_words.confirms, last_words.own_write, last_words.undone, last_words.turn
  from items
  left join last_words using (attempt_id, list, item)  -- at most one
)

select
  told.attempt_id, told.world, told.list, told.item,
  case when is_told then if(told.present, 'present', if(not told.present, 'absent', null)) end as word,
  if(is_told, told.confirms, null) as confirms,
  if(is_told, calls.seq, null) as seq,
  if(is_told, calls.tool, null) as tool,
  coalesce(is_told and told.own_write, false) as own_write,
  coalesce(is_told and told.undone, false) as undone,
  unclear.item is not null as unclear
from told
left join {{ ref('tool_calls') }} as calls using (attempt_id, turn)  -- at most one
left join unclear  -- at most one
  on unclear.attempt_id = told.attempt_id and unclear.list = told.list and unclear.item = told.item
