-- Calls as the items of the lists that claim tool calls (R30). `cells` has nulls where a value leads nowhere.
{% import 'macros/contract.jinja' as contract %}
select
  attempt_id, world, called.list as list, turn, ok, called.cells as cells,
  {{ contract.project('called.cells', 'range(1, len(called.cells) + 1)') }} as item
from (
  select attempt_id, world, turn, ok, unnest(called) as called
  from {{ ref('tool_calls') }}
  where called is not null
)
