-- What became of the lines of each file: every one is kept or quarantined.
with read as (
  select world, kind, file, count(*) as lines_read
  from {{ ref('lines') }}
  group by all
),

kept as (
  select world, 'task' as kind, file, count(*) as kept
  from {{ ref('tasks') }}
  group by all
  union all
  select world, 'attempt' as kind, file, count(*) as kept
  from {{ ref('attempts') }}
  group by all
),

quarantined as (
  select world, kind, file, count(*) as quarantined
  from {{ ref('quarantine') }}
  group by all
)

select
  world, kind, file, lines_read,
  coalesce(kept.kept, 0) as kept,
  coalesce(quarantined.quarantined, 0) as quarantined
from read
left join kept using (world, kind, file)  -- at most one
left join quarantined using (world, kind, file)  -- at most one
order by world, kind, file
