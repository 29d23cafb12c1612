-- What a world's contract says of the world as a whole.
select * from (values
{% for world in worlds %}
  (
    {{ literal(world.name) }}, {{ world.version }}::bigint, {{ literal(world.description) }}, {{ world.othersAct }}, {{ world.partsByOutcome }},
    {{ literal(world.doneTable) if world.doneTable else 'null::varchar' }},
    {{ world.doneTable is not none and world.doneTable in world.spokenTables }}
  ){% if not loop.last %},{% endif %}
{% endfor %}
) as contracts(world, version, description, others_act, parts_by_outcome, done_table, parts_spoken)
order by world
