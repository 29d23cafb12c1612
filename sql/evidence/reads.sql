-- The reads that speak of what they do not show: succeeded, with a scope that is known. `scope` has the cells
-- by which the read was narrowed; an absent or null argument does not narrow.
select attempt_id, world, turn, table_name, cells as scope
from {{ ref('tool_calls') }}
where effect = 'reads' and success and cells is not null
