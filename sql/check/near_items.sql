-- Items that are no fact, but equal one after NFC, trimming, folding case and joining spaces (A15); for the
-- open list, parts that equal a required one so. Still false, and counted.
{% import 'macros/contract.jinja' as contract %}
with named as (
  select claims.attempt_id, claims.list, claims.item, {{ contract.folded('claims.item') }} as folded
  from {{ ref('claims') }} as claims
  anti join {{ ref('facts') }} as facts
    on facts.attempt_id = claims.attempt_id and facts.list = claims.list and facts.item = claims.item
  where claims.fault is null and claims.claims <> 'open_part'
  union all
  select claims.attempt_id, claims.list, claims.item, {{ contract.folded('claims.part') }} as folded
  from {{ ref('claims') }} as claims
  anti join {{ ref('part_outcomes') }} as outcomes
    on outcomes.attempt_id = claims.attempt_id and outcomes.part = claims.part
  where claims.fault is null and claims.claims = 'open_part'
),

targets as (
  select facts.attempt_id, facts.list, {{ contract.folded('facts.item') }} as folded
  from {{ ref('facts') }} as facts
  semi join named using (attempt_id, list)
  union all
  select outcomes.attempt_id, lists.list, {{ contract.folded('outcomes.part') }} as folded
  from {{ ref('part_outcomes') }} as outcomes
  join {{ ref('lists') }} as lists on lists.world = outcomes.world and lists.claims = 'open_part'  -- at most one
  semi join named on named.attempt_id = outcomes.attempt_id and named.list = lists.list
)

select distinct named.attempt_id, named.list, named.item
from named
join targets using (attempt_id, list, folded)  -- many
order by all
