-- The last word of the tools on each item that is claimed or a fact, and what it means for that item:
-- present confirms a change and denies a removal, absent the reverse. Of one call, present wins.
{% import 'macros/contract.jinja' as contract %}
with items as (
  select attempt_id, world, list, claims, item from {{ ref('claims') }} where item is not null and claims in ('change', 'removal', 'tool_call')
  union
  select facts.attempt_id, facts.world, facts.list, lists.claims, facts.item
  from {{ ref('facts') }} as facts
  join {{ ref('lists') }} as lists using (world, list)  -- exactly one
  where lists.claims in ('change', 'removal', 'tool_call')
),

projected as (
  select
    words.attempt_id, words.world, lists.list, lists.claims,
    {{ contract.project('words.cells', 'lists.identity_positions') }} as item,
    words.turn, words.seq, words.tool, words.word, words.settled, words.own, words.replaced, words.heard
  from (
    select *, word = 'present' or own or not settled as heard from {{ ref('words') }}
  ) as words
  join {{ ref('lists') }} as lists on lists.world = words.world and lists.table_name = words.table_name  -- many
  where list_transform(lists.where_positions, lambda place: words.cells[place]) = lists.where_values
),

heard as (
  select attempt_id, list, item from projected where heard
  union
  select attempt_id, list, item from {{ ref('claims') }} where item is not null
  union
  select attempt_id, list, item from {{ ref('facts') }} where (world, list) in (select (world, list) from {{ ref('lists') }} where claims = 'change')
),

-- one word per call: the greatest of (present, settled)
words as (
  select
    projected.attempt_id, projected.list, projected.claims, projected.item, projected.turn,
    max_by({'word': word, 'settled': settled, 'own': own, 'replaced': replaced, 'seq': seq, 'tool': tool},
      (if(word = 'present', 1, 0), if(settled, 1, 0), if(replaced, 1, 0), if(own, 1, 0))) as said
  from projected
  join heard using (attempt_id, list, item)
  group by all
),

meant as (
  select
    attempt_id, list, item, turn, said.seq, said.tool, said.word, said.settled, said.own,
    (said.word = 'present') = (claims = 'change') and not (claims = 'removal' and said.replaced) as confirms
  from words
),

-- the last settled word stands; where nothing is settled, the first failure speaks
standing as (
  select
    attempt_id, list, item,
    coalesce(max_by(word, turn) filter (where settled), min_by(word, turn)) as word,
    coalesce(max_by(confirms, turn) filter (where settled), min_by(confirms, turn)) as confirms,
    bool_or(own and confirms) as own_write,
    min(turn) filter (where own and confirms) as first_own_write
  from meant
  group by all
),

last_words as (
  select
    standing.attempt_id, standing.list, standing.item, standing.word, standing.confirms, standing.own_write,
    max(meant.turn) as turn,
    max_by(meant.seq, meant.turn) as seq,
    max_by(meant.tool, meant.turn) as tool,
    max_by(meant.own and not meant.confirms and meant.turn > standing.first_own_write, meant.turn) as undone
  from standing
  join meant using (attempt_id, list, item, word)  -- many: every call that said the same
  group by all
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
  select distinct items.attempt_id, items.list, items.item
  from items, (select cast(items.item as json)::varchar[] as identity)
  join unclear_rows on unclear_rows.attempt_id = items.attempt_id and unclear_rows.list = items.list
  where {{ contract.matches('unclear_rows.cells', 'identity') }}
    and len(list_filter(unclear_rows.cells, lambda cell: cell is not null)) > 0
)

select
  items.attempt_id, items.world, items.list, items.item,
  last_words.word, last_words.confirms, last_words.seq, last_words.tool,
  coalesce(last_words.own_write, false) as own_write,
  coalesce(last_words.undone, false) as undone,
  unclear.item is not null as unclear
from items
left join last_words using (attempt_id, list, item)  -- at most one
left join unclear using (attempt_id, list, item)  -- at most one
order by items.attempt_id, items.list, items.item
