-- The rows of every state that was given, before it is known which lines are kept: cells in canonical form, in the
-- order of the contract's columns. What is no row of its table has a reason.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with states as (
  select 'task' as kind, file_number, line, world, initial_state as state
  from {{ ref('task_lines') }}
  where reason is null and initial_state is not null
  union all
  select 'attempt' as kind, file_number, line, world, final_state as state
  from {{ ref('attempt_lines') }}
  where reason is null and final_state is not null
),

listed as (
  {% for world in worlds if world.tables %}
  select
    kind, file_number, line, world,
    unnest([{% for table in world.tables %}{{ literal(table.name) }}{% if not loop.last %}, {% endif %}{% endfor %}]) as table_name,
    unnest(range(1, {{ world.tables | length + 1 }})) as table_position,
    unnest(json_extract(state, [{% for table in world.tables %}{{ path(table.name) }}{% if not loop.last %}, {% endif %}{% endfor %}])) as content
  from states
  where world = {{ literal(world.name) }}
  union all
  {% endfor %}
  {{ contract.nothing('kind varchar, file_number bigint, line bigint, world varchar, table_name varchar, table_position bigint, content json') }}
),

entries as (
  select
    * exclude (content),
    generate_subscripts(json_extract(content, '$[*]'), 1) - 1 as ordinal,
    unnest(json_extract(content, '$[*]')) as entry
  from listed
  where left(content, 1) = '['
),

extracted as (
  {% for world in worlds %}{% for table in world.tables %}
  select
    * exclude (entry),
    left(entry, 1) = '{' as is_row,
    json_keys(entry) as keys,
    [{% for column in table.columns %}{{ literal(column.name) }}{% if not loop.last %}, {% endif %}{% endfor %}] as columns,
    json_extract(entry, [{% for column in table.columns %}{{ path(column.name) }}{% if not loop.last %}, {% endif %}{% endfor %}]) as raw
  from entries
  where world = {{ literal(world.name) }} and table_name = {{ literal(table.name) }}
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('kind varchar, file_number bigint, line bigint, world varchar, table_name varchar, table_position bigint, ordinal bigint, is_row boolean, keys varchar[], columns varchar[], raw json[]') }}
),

typed as (
  {% for world in worlds %}{% for table in world.tables %}
  select
    *,
    [{% for column in table.columns %}{{ typing.canonical('raw[' ~ column.position ~ ']', column.type) }}{% if not loop.last %}, {% endif %}{% endfor %}] as cells,
    [{% for column in table.columns %}{{ literal(column.type.name) }}{% if not loop.last %}, {% endif %}{% endfor %}] as types
  from extracted
  where world = {{ literal(world.name) }} and table_name = {{ literal(table.name) }}
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('kind varchar, file_number bigint, line bigint, world varchar, table_name varchar, table_position bigint, ordinal bigint, is_row boolean, keys varchar[], columns varchar[], raw json[], cells varchar[], types varchar[]') }}
),

judged as (
  select
    *,
    case when list_contains(list_transform(cells, lambda cell: cell is null), true) then
      list_filter(range(1, len(columns) + 1), lambda place: cells[place] is null and coalesce(raw[place]::varchar, 'null') <> 'null')[1]
    end as misfit,
    if(keys = columns, false, len(keys) <> len(list_distinct(keys))) as twice
  from typed
)

select
  kind, file_number, line, world, table_name, table_position, ordinal, cells,
  if(keys = columns, [], list_filter(keys, lambda key: not list_contains(columns, key))) as unknown_fields,
  case
    when not is_row or twice then ''
    when misfit is not null then '.' || columns[misfit]
  end as field,
  case
    when not is_row then 'wrong_type'
    when twice then 'duplicate_key'
    when misfit is not null then 'wrong_type'
  end as reason,
  case
    when not is_row then 'a row must be an object'
    when twice then 'the object has a key twice'
    when misfit is not null then 'must be of type ' || types[misfit]
  end as detail
from judged

union all

select
  kind, file_number, line, world, table_name, table_position, null as ordinal, null as cells, [] as unknown_fields,
  '' as field, 'wrong_type' as reason, 'a table must be a list of rows' as detail
from listed
where left(content, 1) <> '[' and content::varchar <> 'null'
