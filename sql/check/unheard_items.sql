-- False items that hold a value found neither in the task nor in any tool call: unknown identifiers (A14).
-- Only items that are not facts are looked up, first in the task, and only what is not there in the calls: so
-- few documents are taken apart.
{% import 'macros/contract.jinja' as contract %}
{% import 'macros/typing.jinja' as typing %}
with doubtful as (
  select claims.attempt_id, claims.world, reports.task_id, claims.list, claims.item, claims.cells
  from {{ ref('claims') }} as claims
  join {{ ref('reports') }} as reports using (attempt_id)  -- exactly one
  anti join {{ ref('facts') }} as facts
    on facts.attempt_id = claims.attempt_id and facts.list = claims.list and facts.item = claims.item
  where claims.claims <> 'open_part' and claims.item is not null
),

values as (
  {% for world in worlds %}{% for list in world.lists %}{% if list.claims != 'open_part' %}{% for field in list.identity %}
  select attempt_id, world, task_id, list, item, {{ literal(field.type.name) }} as type, cells[{{ loop.index }}] as value
  from doubtful
  where world = {{ literal(world.name) }} and list = {{ literal(list.name) }}
  union all
  {% endfor %}{% endif %}{% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, world varchar, task_id varchar, list varchar, item varchar, type varchar, value varchar') }}
),

initial_rows as (
  select world, task_id, table_name, cells
  from {{ ref('state_rows') }}
  where subject = 'task' and (world, task_id) in (select (world, task_id) from doubtful)
),

-- most values stand in the initial state, whose cells are typed already
initial_values as (
  {% for world in worlds %}{% for table in world.tables %}{% for column in table.columns %}{% if column.type.kind != 'list' %}
  select distinct world, task_id, {{ literal(column.type.name) }} as type, cells[{{ column.position }}] as value
  from initial_rows
  where world = {{ literal(world.name) }} and table_name = {{ literal(table.name) }}
  union all
  {% endif %}{% endfor %}{% endfor %}{% endfor %}
  {{ contract.nothing('world varchar, task_id varchar, type varchar, value varchar') }}
),

sought as (
  select values.*
  from values
  anti join initial_values using (world, task_id, type, value)
),

task_atoms as (
  select distinct tasks.world, tasks.task_id, tree.atom
  from (
    select world, task_id, text
    from {{ ref('tasks') }}
    where (world, task_id) in (select (world, task_id) from sought)
  ) as tasks, json_tree(tasks.text) as tree
  where tree.atom is not null
),

task_values as (
  {% for type in identityTypes %}
  select distinct world, task_id, {{ literal(type.name) }} as type, {{ typing.canonical('atom', type) }} as value
  from task_atoms
  union all
  {% endfor %}
  {{ contract.nothing('world varchar, task_id varchar, type varchar, value varchar') }}
),

not_in_task as (
  select sought.*
  from sought
  anti join task_values using (world, task_id, type, value)
),

documents as (
  select attempt_id, unnest(json_extract(tool_calls, '$[*].args') || json_extract(tool_calls, '$[*].result')) as document
  from {{ ref('attempts') }}
  where attempt_id in (select attempt_id from not_in_task) and tool_calls is not null
),

call_atoms as (
  select distinct documents.attempt_id, tree.atom
  from documents, json_tree(documents.document) as tree
  where tree.atom is not null
),

call_values as (
  {% for type in identityTypes %}
  select distinct attempt_id, {{ literal(type.name) }} as type, {{ typing.canonical('atom', type) }} as value
  from call_atoms
  union all
  {% endfor %}
  {{ contract.nothing('attempt_id varchar, type varchar, value varchar') }}
)

select distinct attempt_id, list, item
from not_in_task
anti join call_values using (attempt_id, type, value)
order by all
