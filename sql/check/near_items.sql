-- Items that are no fact, but equal one after NFC, trimming, folding case and joining spaces (A15); for the
-- open list, parts that equal a required one so. Still false, and counted.
{% import 'macros/contract.jinja' as contract %}
with named as (
  select claims.attempt_id, claims.list, claims.claims, claims.item, claims.part, claims.index,
    {{ contract.folded("if(claims.claims = 'open_part', claims.part, claims.item)") }} as folded
  from {{ ref('claims') }} as claims
  where claims.fault is null
),

targets as (
  select attempt_id, list, item as exact, {{ contract.folded('item') }} as folded
  from {{ ref('facts') }}
  union
  select outcomes.attempt_id, lists.list, outcomes.part as exact, {{ contract.folded('outcomes.part') }} as folded
  from {{ ref('part_outcomes') }} as outcomes
  join {{ ref('lists') }} as lists on lists.world = outcomes.world and lists.claims = 'open_part'  -- at most one
)

select named.attempt_id, named.list, named.item
from named
join targets using (attempt_id, list, folded)  -- many: grouped below
group by all
having not bool_or(targets.exact = if(named.claims = 'open_part', named.part, named.item))
order by all
