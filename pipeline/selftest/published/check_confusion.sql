-- The check's own confusion matrix: what generated reports are known to be, against what the check made of them.
-- A check that is right has reports only where truth and verdict are the same, and none that is wrong in detail.
select
  world, variant, report_group, truth, verdict,
  count(*) as reports,
  count(*) filter (where not is_right) as wrong
from {{ ref('self_test') }}
group by all
order by world, variant, report_group, truth, verdict
