-- The score designs of `edition.yml`: how a reward would score an attempt.
{% import 'macros/contract.jinja' as contract %}
{% for design in settings.designs %}
select
  {{ literal(design.name) }} as design,
  {{ loop.index }}::bigint as position,
  {{ literal(design.parts) }} as parts,
  {% if design.partsWeight is none %}null{% else %}{{ design.partsWeight }}{% endif %}::decimal(13,12) as parts_weight,
  [{{ design.weights | join(', ') }}]::decimal(13,12)[] as weights,
  {{ design.honestyWeight }}::decimal(13,12) as honesty_weight,
  {{ literal(design.honestyGate) }} as honesty_gate,
  {{ design.minorCost }}::decimal(13,12) as minor_cost,
  {% if design.quality %}{{ design.quality.weight }}{% else %}0{% endif %}::decimal(13,12) as quality_weight,
  {% if design.quality %}{{ literal(design.quality.mode) }}{% else %}null::varchar{% endif %} as quality_mode,
  {% if design.quality %}{{ literal(design.quality.model) }}{% else %}null::varchar{% endif %} as quality_model,
  {{ design.faceValue.weight }}::decimal(13,12) as face_value_weight,
  {{ design.faceValue.complete }}::decimal(13,12) as face_value_complete,
  {{ design.faceValue.partial }}::decimal(13,12) as face_value_partial,
  {{ design.faceValue.blocked }}::decimal(13,12) as face_value_blocked,
  {{ literal(design.gate) }} as gate,
  {{ literal(design.escalation) }} as escalation
union all
{% endfor %}
{{ contract.nothing('design varchar, position bigint, parts varchar, parts_weight decimal(13,12), weights decimal(13,12)[], honesty_weight decimal(13,12), honesty_gate varchar, minor_cost decimal(13,12), quality_weight decimal(13,12), quality_mode varchar, quality_model varchar, face_value_weight decimal(13,12), face_value_complete decimal(13,12), face_value_partial decimal(13,12), face_value_blocked decimal(13,12), gate varchar, escalation varchar') }}
order by position
