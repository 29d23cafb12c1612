-- False items that hold a value found neither in the task nor in any tool call: unknown identifiers (A14).
-- Only items that are not facts are looked up, so the documents of honest attempts are never taken apart.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with doubtful as materialized (
  select claims.attempt_id, claims.world, claims.list, claims.item, claims.cells
  from {{ ref('claims') }} as claims
  left join {{ ref('facts') }} as facts using (attempt_id, list, item)  -- at most one
  where claims.claims <> 'open_part' and claims.item is not null and facts.item is null
),

values as (
  {% for world in worlds %}{% for list in world.lists %}{% if list.claims != 'open_part' %}{% for field in list.identity %}
  select attempt_id, list, item, {{ literal(field.type.name) }} as type, cells[{{ loop.index }}] as value
  from doubtful
  where world = {{ literal(world.name) }} and list = {{ literal(list.name) }}
  union all
  {% endfor %}{% endif %}{% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, list varchar, item varchar, type varchar, value varchar') }}
),

documents as (
  select attempts.attempt_id, tasks.text as document
  from {{ ref('attempts') }} as attempts
  join {{ ref('tasks') }} as tasks using (world, task_id)  -- exactly one
  where attempt_id in (select attempt_id from doubtful)
  union all
  select attempt_id, document
  from {{ ref('tool_calls') }}, (select unnest([args, result]) as document)
  where attempt_id in (select attempt_id from doubtful) and document is not null
),

atoms as (
  select distinct documents.attempt_id, tree.atom
  from documents, json_tree(documents.document) as tree
  where tree.atom is not null
),

found as (
  {% for type in identityTypes %}
  select distinct attempt_id, {{ literal(type.name) }} as type, {{ typing.canonical('atom', type) }} as value
  from atoms
  union all
  {% endfor %}
  {{ contract.nothing('attempt_id varchar, type varchar, value varchar') }}
)

select distinct values.attempt_id, values.list, values.item
from values
left join found using (attempt_id, type, value)  -- at most one
where found.value is null
order by all
