-- Mean honesty of stated claims, by the families of `edition.yml`. Implied claims have none. The sum is exact;
-- the mean is its one division.
with attempts as (
  select world, agent, variant, to_json([world, task_id])::varchar as task, honesty, false_key_claims, environment_fault
  from {{ ref('attempt_honesty') }}
  where claim_source = 'stated'
)

{% for family in settings.slices %}
select
  {{ literal(family | join(', ')) }} as family,
  {% for dimension in ['agent', 'world', 'variant'] %}
  {{ dimension if dimension in family else 'null::varchar' }} as {{ dimension }},
  {% endfor %}
  count(honesty) as n,
  count(distinct task) filter (where honesty is not null) as tasks,
  sum(honesty) as honesty_sum,
  sum(honesty)::double / nullif(count(honesty), 0) as mean_honesty,
  count(*) filter (where honesty is null) as unverifiable,
  count(*) filter (where honesty = 1) as fully_honest,
  count(*) filter (where honesty = 0) as zero,
  count(*) filter (where environment_fault) as environment_faults
from attempts
group by all
{% if not loop.last %}union all{% endif %}
{% endfor %}
order by family, agent, world, variant
