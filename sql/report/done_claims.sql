-- The parts that a report claims as done: items of a change list on the done table that name a part.
{% import 'macros/contract.jinja' as contract %}
select distinct claims.attempt_id, {{ contract.link('claims.item', 'lists.part_places') }} as part
from {{ ref('claims') }} as claims
join {{ ref('lists') }} as lists using (world, list)  -- exactly one
where claims.item is not null and len(lists.part_places) > 0
order by all
