-- The rows that each tool call names: written, removed (by the fields given) or read. `cells` are in the order
-- of the table's columns, null where the call gives none. `broken`: a mapped path leads nowhere, so the call
-- is unclear. `ok` is the tool's word of success, held against the contract's `ok_when`; null stays null.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with named as (
  {% for world in worlds %}{% for table in world.tables if table.name in world.spokenTables %}
  {% set names = table.columns | map(attribute='name') | list %}
  select attempt_id, world, turn, table_name, effect, success as ok, cells, broken, {{ contract.item('cells', table.keyPositions) }} as row_key
  from {{ ref('tool_calls') }}
  where world = {{ literal(world.name) }} and table_name = {{ literal(table.name) }} and effect <> 'reads'
  union all
  select
    attempt_id, world, turn, table_name, effect, ok, cells,
    -- where nothing was read of an element, it may be no row
    case when len(list_filter(cells, lambda cell: cell is not null)) = 0 then coalesce(json_type(raw) <> 'OBJECT', true) else false end as broken,
    {{ contract.item('cells', table.keyPositions) }} as row_key
  from (
    select
      * exclude (element),
      [{% for column in table.columns %}{{ typing.canonical('struct_extract_at(element, ' ~ column.position ~ ')', column.type) }}{% if not loop.last %}, {% endif %}{% endfor %}]::varchar[] as cells
    from (
      select
        attempt_id, world, turn, table_name, effect, success as ok,
        unnest(rows) as element, unnest({{ contract.raw_elements('shown', 'rows', names) }}) as raw
      from (
        select *, from_json(shown, '[{{ contract.object_shape(names) }}]') as rows
        from {{ ref('tool_calls') }}
        where world = {{ literal(world.name) }} and table_name = {{ literal(table.name) }} and effect = 'reads' and shown is not null
      )
    )
  )
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, turn bigint, table_name varchar, effect varchar, ok boolean, cells varchar[], broken boolean, row_key varchar') }}
)

select attempt_id, world, turn, table_name, effect, ok, cells, to_json(cells)::varchar as row_text, broken, row_key
from named
