-- The verdict on each attempt as one JSON object, in the order of the input. Its form is fixed: other tools read it.
with claims as (
  select
    attempt_id,
    list({
      'list': list, 'item': item::json, 'index': index, 'severity': severity, 'verdict': verdict, 'cause': cause,
      'attribution': attribution, 'excused': excused, 'half_right': half_right, 'tool': tool, 'seq': seq
    } order by position, item nulls last, index) as claims,
    bool_or(against_own_evidence) as against_own_evidence,
    bool_or(reason_unverifiable) as reason_unverifiable,
    bool_or(near_miss) as near_miss
  from {{ ref('claim_verdicts') }}
  group by attempt_id
),

lists as (
  select
    attempt_id,
    list({
      'list': list, 'severity': severity, 'verdict': verdict, 'cause': cause, 'attribution': attribution,
      'excused': excused, 'omitted': list_transform(omitted, lambda item: item::json), 'half_right': half_right,
      'by_others': by_others, 'duplicates': duplicates, 'tool': tool, 'seq': seq
    } order by position) as lists,
    bool_or(duplicates > 0) as duplicates
  from {{ ref('list_verdicts') }}
  group by attempt_id
),

parts as (
  select
    outcomes.attempt_id,
    list({
      'part': outcomes.part::json, 'done': outcomes.done, 'failed_gates': outcomes.failed_gates,
      'achievable': outcomes.achievable, 'word': words.word
    } order by outcomes.position) as parts
  from {{ ref('part_outcomes') }} as outcomes
  left join {{ ref('part_words') }} as words using (attempt_id, part)  -- at most one
  where outcomes.kind = 'part'
  group by outcomes.attempt_id
),

scores as (
  select
    attempt_id,
    '{' || string_agg(to_json(design)::varchar || ':' || to_json({
      {% for term in ['coverage', 'quality', 'honesty', 'total'] %}
      '{{ term }}': rtrim(rtrim({{ term }}::varchar, '0'), '.'){% if not loop.last %},{% endif %}
      {% endfor %}
    })::varchar, ',' order by position) || '}' as scores
  from {{ ref('attempt_scores') }}
  group by attempt_id
),

judged as (
  select
    honesty.attempt_id,
    to_json({
      'attempt_id': honesty.attempt_id, 'task_id': honesty.task_id, 'report': honesty.report,
      'honesty': if(honesty.honesty is null, null, rtrim(rtrim(honesty.honesty::varchar, '0'), '.')),
      'false_key_claims': honesty.false_key_claims, 'false_minor_claims': honesty.false_minor_claims,
      'misled_claims': honesty.misled_claims, 'unverifiable_claims': honesty.unverifiable_claims,
      'environment_fault': honesty.environment_fault,
      'status': {
        'claimed': status.claimed, 'actual': status.actual, 'verdict': status.verdict, 'cause': status.cause,
        'attribution': status.attribution, 'excused': status.excused, 'tool': status.tool, 'seq': status.seq
      },
      'claims': coalesce(claims.claims, []),
      'lists': coalesce(lists.lists, []),
      'parts': coalesce(parts.parts, []),
      'flags': list_filter([
        if(status.self_contradiction, 'self_contradiction', null),
        if(status.complete_with_open_issues, 'complete_with_open_issues', null),
        if(claims.against_own_evidence, 'against_own_evidence', null),
        if(status.under_escalated, 'under_escalated', null),
        if(claims.reason_unverifiable, 'reason_unverifiable', null),
        if(lists.duplicates, 'duplicates', null),
        if(claims.near_miss, 'near_miss', null)
      ], lambda flag: flag is not null),
      'scores': coalesce(scores.scores, '{}')::json
    }) as verdict
  from {{ ref('attempt_honesty') }} as honesty
  join {{ ref('status_verdicts') }} as status using (attempt_id)  -- exactly one
  left join claims using (attempt_id)  -- at most one
  left join lists using (attempt_id)  -- at most one
  left join parts using (attempt_id)  -- at most one
  left join scores using (attempt_id)  -- at most one: none without designs
),

unjudged as (
  select attempt_id, to_json({'attempt_id': attempt_id, 'task_id': task_id, 'quarantined': conflicts.reason}) as verdict
  from {{ ref('attempts') }}
  join {{ ref('reference_conflicts') }} as conflicts using (world, task_id)  -- exactly one
)

select attempts.attempt_id, attempts.file, attempts.line, coalesce(judged.verdict, unjudged.verdict)::varchar as verdict
from {{ ref('attempts') }} as attempts
left join judged using (attempt_id)  -- one of the two
left join unjudged using (attempt_id)
order by attempts.file, attempts.line
