-- What the report says: one row per item of each list. An item is the JSON array of its identity values;
-- items that cannot be read have none and are told apart by their index. Duplicates are one claim (A11).
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with typed as (
  {% for world in worlds %}{% for list in world.lists %}
  {% set open = list.claims == 'open_part' %}
  {% set names = list.identity | map(attribute='name') | unique | list + (['gate', 'reason'] if open else []) %}
  {% set gate = contract.object_field('element', names, 'gate') %}
  {% set reason = contract.object_field('element', names, 'reason') %}
  select
    attempt_id, world, list, place - 1 as index,
    -- where no field is found, the element may be no object
    {% for name in names %}{{ contract.object_field('element', names, name) }} is not null or {% endfor %}coalesce(json_type(raw) = 'OBJECT', false) as is_object,
    [{% for field in list.identity %}{{ typing.canonical(contract.object_field('element', names, field.name), field.type) }}{% if not loop.last %}, {% endif %}{% endfor %}]::varchar[] as cells,
    {% for field in list.identity %}{{ contract.object_field('element', names, field.name) }} is not null{% if not loop.last %} and {% endif %}{% endfor %} as is_given,
    {% for field in list.identity %}cells[{{ loop.index }}] is not null{% if not loop.last %} and {% endif %}{% endfor %} as is_typed,
    {% for field in list.identity %}cells[{{ loop.index }}] is null and {{ contract.object_field('element', names, field.name) }} is not null{% if not loop.last %} or {% endif %}{% endfor %} as is_misfit,
    {% if open %}
    {{ gate }} is not null as is_gate,
    {{ typing.canonical(gate, {'kind': 'text', 'name': 'text'}) }} as gate,
    {{ reason }} is not null as reason_given,
    {% if list.reasons | length > 0 %}
    case when json_type({{ reason }}) = 'VARCHAR' and ({{ reason }} ->> '$') in ({% for r in list.reasons %}{{ literal(r.name) }}{% if not loop.last %}, {% endif %}{% endfor %}) then {{ reason }} ->> '$' end as reason,
    {% else %}
    null::varchar as reason,
    {% endif %}
    true as is_open
    {% else %}
    false as is_gate, null::varchar as gate, true as reason_given, null::varchar as reason, false as is_open
    {% endif %}
  from (
    select
      attempt_id, world, list,
      unnest(elements) as element, unnest({{ contract.raw_elements('content', 'elements', names) }}) as raw,
      generate_subscripts(elements, 1) as place
    from (
      select attempt_id, world, list, content, from_json(content, '[{{ contract.object_shape(names) }}]') as elements
      from {{ ref('list_claims') }}
      where fault is null and world = {{ literal(world.name) }} and list = {{ literal(list.name) }}
    )
  )
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, list varchar, index bigint, is_object boolean, cells varchar[], is_given boolean, is_typed boolean, is_misfit boolean, is_gate boolean, gate varchar, reason_given boolean, reason varchar, is_open boolean') }}
),

read as (
  select
    *,
    case
      when not is_open or not is_object then null
      when is_gate then to_json(['gate:' || gate])::varchar
      when is_typed then to_json(cells)::varchar
    end as part,
    case
      when not is_object then 'malformed'
      when is_gate then if(gate is null, 'malformed', null)
      when is_misfit then 'malformed'
      when reason_given and reason is null and is_open then 'malformed'
      when not is_given or not reason_given then 'missing_field'
    end as fault,
    case
      when is_open and is_gate then to_json(['gate:' || gate, null])::varchar
      when is_open then to_json(list_append(cells, reason))::varchar
      else to_json(cells)::varchar
    end as item
  from typed
),

named as (
  select
    attempt_id, world, list,
    if(fault is null, item, null) as item,
    min(index) as index,
    fault, part, is_gate,
    if(is_gate, null, reason) as reason,
    if(fault is null and not is_gate, cells, null) as cells,
    count(*) - 1 as duplicates
  from read
  group by attempt_id, world, list, if(fault is null, item, null), fault, part, is_gate, if(is_gate, null, reason), if(fault is null and not is_gate, cells, null), if(fault is null, null, index)
)

select
  named.attempt_id, named.world, named.list, lists.position, lists.claims, lists.severity, lists.spoken,
  named.item, named.index, named.fault, named.part, named.is_gate as names_gate, named.reason, named.cells, named.duplicates
from named
join {{ ref('lists') }} as lists using (world, list)  -- exactly one
