-- The reasons an open part may have, and whether they speak of a possible or an impossible part.
{% import 'macros/contract.jinja' as contract %}
{% for world in worlds %}{% for list in world.lists %}{% for reason in list.reasons %}
select
  {{ literal(world.name) }} as world,
  {{ literal(list.name) }} as list,
  {{ literal(reason.name) }} as reason,
  {{ literal(reason.kind) }} as kind
union all
{% endfor %}{% endfor %}{% endfor %}
{{ contract.nothing('world varchar, list varchar, reason varchar, kind varchar') }}
order by world, list, reason
