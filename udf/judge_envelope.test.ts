import { expect, test } from 'vitest';
import { judgeEnvelope } from './judge_envelope.ts';

const task = {
  task_id: 't1',
  world: 'w',
  seed: 7,
  variant: 'feasible',
  tool_reliability: 'reliable',
  initial_state: {},
  required_parts: [{ shift: 'a' }],
  reference: { outcome: 'feasible', parts: [{ part: { shift: 'a' }, achievable: 'always', reasons: [] }] },
  difficulty: { parts: 1, constraints: 2, reference_steps: 3, human_minutes: 1.5 },
};
const attempt = {
  attempt_id: 'a1',
  task_id: 't1',
  agent: 'x',
  epoch: 0,
  submitted_at: null,
  claim_source: 'stated',
  report: {},
  tool_calls: [{ seq: 1, tool: 'assign', args: {}, ok: true, result: null }],
  final_state: {},
  outcome: null,
};

type Case = [field: string | null, reason: string, detail: string, change: Record<string, unknown>];

const taskCases: Case[] = [
  ['task_id', 'missing_field', 'must be given', { task_id: null }],
  ['task_id', 'wrong_type', 'must be a text that is not empty', { task_id: 5 }],
  ['task_id', 'wrong_type', 'must be a text that is not empty', { task_id: '' }],
  ['world', 'missing_field', 'must be given', { world: undefined }],
  ['seed', 'wrong_type', 'must be an integer of at most 64 bits', { seed: 1.5 }],
  ['seed', 'wrong_type', 'must be an integer of at most 64 bits', { seed: 1e30 }],
  ['variant', 'wrong_type', 'must be a text', { variant: 5 }],
  [
    'tool_reliability',
    'unknown_value',
    'must be one of reliable, deliberately_unreliable',
    { tool_reliability: 'mostly' },
  ],
  ['tool_reliability', 'wrong_type', 'must be a text', { tool_reliability: true }],
  ['initial_state', 'wrong_type', 'must be an object', { initial_state: [] }],
  ['required_parts', 'wrong_type', 'must be a list', { required_parts: {} }],
  ['required_parts[1]', 'wrong_type', 'must be an object', { required_parts: [{}, 'a'] }],
  ['reference', 'wrong_type', 'must be an object', { reference: 'feasible' }],
  ['reference.outcome', 'missing_field', 'must be given', { reference: {} }],
  [
    'reference.outcome',
    'unknown_value',
    'must be one of feasible, infeasible, timeout, none',
    { reference: { outcome: 'maybe' } },
  ],
  ['reference.parts', 'missing_field', 'must be given', { reference: { outcome: 'infeasible' } }],
  [
    'reference.parts[0].achievable',
    'unknown_value',
    'must be one of always, contested, never',
    { reference: { outcome: 'feasible', parts: [{ part: {}, achievable: 'yes' }] } },
  ],
  [
    'reference.parts[0].reasons[0]',
    'wrong_type',
    'must be a text',
    { reference: { outcome: 'feasible', parts: [{ part: {}, achievable: 'never', reasons: [5] }] } },
  ],
  ['difficulty.parts', 'wrong_type', 'must be an integer of 0 or more', { difficulty: { parts: -1 } }],
  [
    'difficulty.human_minutes',
    'wrong_type',
    'must be a number of 0 or more',
    { difficulty: { human_minutes: '5' } },
  ],
];

const attemptCases: Case[] = [
  ['attempt_id', 'missing_field', 'must be given', { attempt_id: null }],
  ['agent', 'wrong_type', 'must be a text that is not empty', { agent: ['x'] }],
  ['epoch', 'wrong_type', 'must be an integer of 0 or more', { epoch: -1 }],
  ['epoch', 'wrong_type', 'must be an integer of 0 or more', { epoch: '0' }],
  ['submitted_at', 'wrong_type', 'must be a text', { submitted_at: 5 }],
  ['claim_source', 'unknown_value', 'must be one of stated, implied', { claim_source: 'guessed' }],
  ['tool_calls', 'wrong_type', 'must be a list', { tool_calls: {} }],
  ['tool_calls[0]', 'wrong_type', 'must be an object', { tool_calls: [null] }],
  ['tool_calls[0].tool', 'missing_field', 'must be given', { tool_calls: [{ ok: true }] }],
  ['tool_calls[0].ok', 'wrong_type', 'must be true or false', { tool_calls: [{ tool: 'a', ok: 'true' }] }],
  ['tool_calls[0].args', 'wrong_type', 'must be an object', { tool_calls: [{ tool: 'a', args: '{}' }] }],
  [
    'tool_calls[0].seq',
    'wrong_type',
    'must be an integer of at most 64 bits',
    { tool_calls: [{ tool: 'a', seq: '1' }] },
  ],
  ['final_state', 'wrong_type', 'must be an object', { final_state: [] }],
  ['outcome.parts[0].done', 'missing_field', 'must be given', { outcome: { parts: [{ part: {} }] } }],
  ['outcome.gates.budget', 'wrong_type', 'must be true or false', { outcome: { gates: { budget: 1 } } }],
  [null, 'no_state', 'neither final_state nor outcome is given', { final_state: null }],
];

test.each(taskCases)('task: %s: %s (%s)', (field, reason, detail, change) => {
  const line = JSON.stringify({ ...task, ...change });
  expect(judgeEnvelope('task', line)).toEqual({ kind: 'fault', field, reason, detail });
});

test.each(attemptCases)('attempt: %s: %s (%s)', (field, reason, detail, change) => {
  const line = JSON.stringify({ ...attempt, ...change });
  expect(judgeEnvelope('attempt', line)).toEqual({ kind: 'fault', field, reason, detail });
});

test('nothing is wrong with what is complete, nor with what leaves out all that may be', () => {
  const sparse = { task_id: 't1', world: 'w' };
  expect(judgeEnvelope('task', JSON.stringify(task))).toBeNull();
  expect(judgeEnvelope('task', JSON.stringify(sparse))).toBeNull();
  expect(judgeEnvelope('attempt', JSON.stringify(attempt))).toBeNull();
  expect(
    judgeEnvelope('attempt', JSON.stringify({ attempt_id: 'a', task_id: 't', agent: 'x', outcome: {} })),
  ).toBeNull();
});

test('a line that is no JSON object', () => {
  expect(judgeEnvelope('attempt', '{"a":')).toEqual({
    kind: 'fault',
    field: null,
    reason: 'unreadable',
    detail: 'the line ends too early',
  });
  expect(judgeEnvelope('attempt', '{"a":1,}')).toEqual({
    kind: 'fault',
    field: null,
    reason: 'unreadable',
    detail: 'the line is no JSON from column 8 on',
  });
  expect(judgeEnvelope('attempt', '[]')).toEqual({
    kind: 'fault',
    field: null,
    reason: 'not_an_object',
    detail: 'the line must be a JSON object',
  });
});

test('a key twice is a fault of the envelope, and none inside report, args and result', () => {
  const line = JSON.stringify(attempt);
  const twice = (text: string) => judgeEnvelope('attempt', line.replace(/"report":\{\}/, text));
  expect(twice('"report":{},"report":{}')).toEqual({
    kind: 'fault',
    field: 'report',
    reason: 'duplicate_key',
    detail: 'the object has this key twice',
  });
  expect(twice('"report":{"a":1,"a":2}')).toBeNull();
  expect(judgeEnvelope('attempt', line.replace('"args":{}', '"args":{"a":1,"a":2}'))).toBeNull();
  expect(judgeEnvelope('attempt', line.replace('"args":{}', '"args":{},"args":{}'))).toEqual({
    kind: 'fault',
    field: 'tool_calls[0].args',
    reason: 'duplicate_key',
    detail: 'the object has this key twice',
  });
});

test('inside a report nothing is judged, whatever it is', () => {
  for (const report of [null, 5, 'text', [], { status: 5 }, [[[{}]]]]) {
    expect(judgeEnvelope('attempt', JSON.stringify({ ...attempt, report }))).toBeNull();
  }
});

test('a lone surrogate in a report hides no report: the line is repaired', () => {
  const line = JSON.stringify({ ...attempt, report: { note: '\ud800' } });
  expect(judgeEnvelope('attempt', line)).toEqual({
    kind: 'repaired',
    text: line.replace('\\ud800', '\\ufffd'),
  });
});
