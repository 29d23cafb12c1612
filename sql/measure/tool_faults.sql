-- How far the tools of a world can be trusted: what the owner of an environment mends.
--   silent failure   a call that reported success, and whose row is not in the state afterwards
--                    (of a removal: is still there), among calls that reported success
--   phantom failure  a call that reported failure, and whose change is in the state,
--                    among calls that reported failure
-- A call is undecided where the state says nothing of it: no final state, others act, a later call of the agent took
-- the row or its key, or (of a failed one) another call that succeeded explains what is there.
{% import 'macros/contract.jinja' as contract %}
{#- Whether a call means a row of the state: every cell that it gives is the same there. -#}
{%- macro is_meant(table) -%}
{% for column in table.columns %}(acts.cells[{{ column.position }}] is null or acts.cells[{{ column.position }}] = rows.cells[{{ column.position }}]){% if not loop.last %} and {% endif %}{% endfor %}
{%- endmacro -%}
{#- Whether two calls could mean one row: no cell that both give differs. -#}
{%- macro both_could_be(table) -%}
{% for column in table.columns %}(coalesce(acts.cells[{{ column.position }}] = other.cells[{{ column.position }}], true)){% if not loop.last %} and {% endif %}{% endfor %}
{%- endmacro -%}
with acts as (
  select
    rows.attempt_id, rows.world, reports.task_id, rows.turn, calls.tool, rows.table_name, rows.effect, rows.ok,
    rows.cells, rows.row_key, reports.has_state and not worlds.others_act and not rows.broken as is_told
  from {{ ref('tool_rows') }} as rows
  join {{ ref('tool_calls') }} as calls using (attempt_id, turn)  -- exactly one
  join {{ ref('reports') }} as reports using (attempt_id)  -- at most one: attempts without a verdict are left out
  join {{ ref('worlds') }} as worlds on worlds.world = rows.world  -- exactly one
  where rows.effect in ('writes', 'removes') and rows.ok is not null
),

-- calls that succeeded and may have touched the same row
touches as (
  {% for world in worlds %}{% for table in world.tables if table.name in world.spokenTables %}
  select
    acts.attempt_id, acts.turn,
    bool_or(other.turn > acts.turn) as later,
    bool_or(other.turn < acts.turn) as earlier
  from acts
  join acts as other  -- many: every other call on the row
    on other.attempt_id = acts.attempt_id and other.table_name = acts.table_name and other.turn <> acts.turn
  where acts.world = {{ literal(world.name) }} and acts.table_name = {{ literal(table.name) }} and other.ok
    and (other.row_key = acts.row_key or {{ both_could_be(table) }})
  group by all
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, turn bigint, later boolean, earlier boolean') }}
),

final_rows as (
  {% for world in worlds %}{% for table in world.tables if table.name in world.spokenTables %}
  select acts.attempt_id, acts.turn, count(*) as found
  from acts
  join {{ ref('state_rows') }} as rows  -- many: every row of the table
    on rows.attempt_id = acts.attempt_id and rows.table_name = acts.table_name
  where acts.world = {{ literal(world.name) }} and acts.table_name = {{ literal(table.name) }}
    and rows.subject = 'attempt' and acts.is_told and {{ is_meant(table) }}
  group by all
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, turn bigint, found bigint') }}
),

-- of failed calls what they may have changed; of rows without a key how many there were, for they are counted
initial_rows as (
  {% for world in worlds %}{% for table in world.tables if table.name in world.spokenTables %}
  select acts.attempt_id, acts.turn, count(*) as found
  from acts
  join {{ ref('state_rows') }} as rows  -- many: every row of the table
    on rows.world = acts.world and rows.task_id = acts.task_id and rows.table_name = acts.table_name
  where acts.world = {{ literal(world.name) }} and acts.table_name = {{ literal(table.name) }}
    and rows.subject = 'task' and acts.is_told {% if table.keyPositions | length > 0 %}and not acts.ok {% endif %}and {{ is_meant(table) }}
  group by all
  union all
  {% endfor %}{% endfor %}
  {{ contract.nothing('attempt_id varchar, turn bigint, found bigint') }}
),

decided as (
  select
    acts.world, acts.tool, acts.effect, acts.ok, acts.attempt_id,
    acts.is_told and not coalesce(touches.later, false) and (acts.ok or not coalesce(touches.earlier, false)) as is_decided,
    case
      when len(tables.key_positions) = 0 then
        (coalesce(final_rows.found, 0) > coalesce(initial_rows.found, 0) and acts.effect = 'writes'
          or coalesce(final_rows.found, 0) < coalesce(initial_rows.found, 0) and acts.effect = 'removes') <> acts.ok
      when acts.ok and acts.effect = 'writes' then final_rows.turn is null
      when acts.ok then final_rows.turn is not null
      when acts.effect = 'writes' then final_rows.turn is not null and initial_rows.turn is null
      else final_rows.turn is null and initial_rows.turn is not null
    end as is_fault
  from acts
  join {{ ref('state_tables') }} as tables using (world, table_name)  -- exactly one
  left join touches using (attempt_id, turn)  -- at most one
  left join final_rows using (attempt_id, turn)  -- at most one
  left join initial_rows using (attempt_id, turn)  -- at most one
),

counted as (
  select
    world, tool, effect,
    count(*) as calls,
    count(distinct attempt_id) as attempts,
    count(*) filter (where not is_decided) as undecided,
    count(*) filter (where ok and is_decided) as successes,
    count(*) filter (where ok and is_decided and is_fault) as silent_failures,
    count(*) filter (where not ok and is_decided) as failures,
    count(*) filter (where not ok and is_decided and is_fault) as phantom_failures
  from decided
  group by all
),

bounded as (
  select
    *,
    wilson(silent_failures, successes, {{ settings.confidence }}::double) as silent,
    wilson(phantom_failures, failures, {{ settings.confidence }}::double) as phantom
  from counted
)

select
  world, tool, effect, calls, attempts, undecided,
  successes, silent_failures, silent_failures / nullif(successes, 0) as silent_rate,
  silent.lower as silent_lower, silent.upper as silent_upper,
  failures, phantom_failures, phantom_failures / nullif(failures, 0) as phantom_rate,
  phantom.lower as phantom_lower, phantom.upper as phantom_upper
from bounded
order by world, tool
