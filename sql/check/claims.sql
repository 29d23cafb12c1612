-- What the report says: one row per item of each list. An item is the JSON array of its identity values;
-- items that cannot be read have none and are told apart by their index. Duplicates are one claim (A11).
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with elements as materialized (
  select
    attempt_id, world, list, position, claims, severity, spoken,
    unnest(json_extract(content, '$[*]')) as element,
    generate_subscripts(json_extract(content, '$[*]'), 1) - 1 as index
  from {{ ref('list_claims') }}
  where fault is null
),

typed as (
  {% for world in worlds %}{% for list in world.lists %}
  {% set open = list.claims == 'open_part' %}
  {% set gate = "json_extract(element, '$.gate')" %}
  {% set reason = "json_extract(element, '$.reason')" %}
  select
    attempt_id, world, list, position, claims, severity, spoken, index, json_type(element) = 'OBJECT' as is_object,
    {{ contract.identity('element', list.identity) }} as cells,
    [{% for field in list.identity %}coalesce(json_type(json_extract(element, {{ path(field.name) }})), 'NULL') <> 'NULL'{% if not loop.last %}, {% endif %}{% endfor %}] as given,
    {% if open %}
    coalesce(json_type({{ gate }}), 'NULL') <> 'NULL' as is_gate,
    {{ typing.canonical(gate, {'kind': 'text', 'name': 'text'}) }} as gate,
    coalesce(json_type({{ reason }}), 'NULL') <> 'NULL' as reason_given,
    case when json_type({{ reason }}) = 'VARCHAR' and ({{ reason }} ->> '$') in ({% for r in list.reasons %}{{ literal(r.name) }}, {% endfor %}'') then {{ reason }} ->> '$' end as reason
    {% else %}
    false as is_gate, null::varchar as gate, true as reason_given, null::varchar as reason
    {% endif %}
  from elements
  where world = {{ literal(world.name) }} and list = {{ literal(list.name) }}
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, list varchar, position bigint, claims varchar, severity varchar, spoken boolean, index bigint, is_object boolean, cells varchar[], given boolean[], is_gate boolean, gate varchar, reason_given boolean, reason varchar') }}
),

parted as (
  select
    *,
    case
      when claims <> 'open_part' or not is_object then null
      when is_gate then to_json(['gate:' || gate])::varchar
      when not list_contains(list_transform(cells, lambda cell: cell is null), true) then to_json(cells)::varchar
    end as part
  from typed
),

read as (
  select
    *,
    case
      when not is_object then 'malformed'
      when is_gate then if(gate is null, 'malformed', null)
      when list_contains(list_transform(list_zip(cells, given), lambda pair: pair[1] is null and pair[2]), true) then 'malformed'
      when reason_given and reason is null and claims = 'open_part' then 'malformed'
      when list_contains(given, false) or not reason_given then 'missing_field'
    end as fault,
    case
      when claims = 'open_part' and is_gate then to_json(['gate:' || gate, null])::varchar
      when claims = 'open_part' then to_json(list_append(cells, reason))::varchar
      else to_json(cells)::varchar
    end as item
  from parted
)

select
  attempt_id, world, list, position, claims, severity, spoken,
  if(fault is null, item, null) as item,
  min(index) as index,
  fault, part, is_gate as names_gate,
  if(is_gate, null, reason) as reason,
  if(fault is null and not is_gate, cells, null) as cells,
  count(*) - 1 as duplicates
from read
group by attempt_id, world, list, position, claims, severity, spoken, if(fault is null, item, null), fault, part, is_gate, if(is_gate, null, reason), if(fault is null and not is_gate, cells, null), if(fault is null, null, index)
order by attempt_id, position, item, index
