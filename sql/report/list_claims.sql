-- One row per list of a readable report: "these items, and only these" (R3), or why it cannot be read.
-- Where the claim is implied only the status is required, so an absent list claims nothing.
with named as (
  select
    reports.attempt_id, reports.world, reports.claim_source,
    lists.list, lists.position, lists.claims, lists.severity, lists.spoken,
    reports.lists[lists.position] as content
  from {{ ref('reports') }} as reports
  join {{ ref('lists') }} as lists using (world)  -- many: every list of the world
  where reports.report = 'read'
),

judged as (
  select
    *,
    case
      when content is null then 'missing_field'
      when left(content, 1) <> '[' then 'malformed'
    end as fault
  from named
)

select
  attempt_id, world, list, position, claims, severity, spoken, fault,
  if(fault is null, content, null) as content
from judged
where claim_source <> 'implied' or fault is distinct from 'missing_field'
