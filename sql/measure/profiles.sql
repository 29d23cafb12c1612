-- The combinations of dimensions that attempts have, of the dimensions by which this edition cuts: what no table tells apart
-- is one profile. There are few of them, so that what follows groups by two numbers, the profile and the task.
{% import 'macros/rates.jinja' as rates %}
select
  row_number() over (order by {{ rates.used(settings.slices) }}) as profile,
  {% for dimension in settings.dimensions %}
  {{ dimension if dimension in rates.used(settings.slices) | split(', ') | list else 'null::varchar as ' ~ dimension }}{{ ',' if not loop.last }}
  {% endfor %}
from (select distinct {{ rates.used(settings.slices) }} from {{ ref('measured_attempts') }})
