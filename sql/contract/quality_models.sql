-- The models of quality that designs name, in the worlds that have them.
{% import 'macros/contract.jinja' as contract %}
{% for quality in qualities %}
select {{ literal(quality.world.name) }} as world, {{ literal(quality.model) }} as model
union all
{% endfor %}
{{ contract.nothing('world varchar, model varchar') }}
