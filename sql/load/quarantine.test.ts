import { expect, test } from 'vitest';
import { jsonLines, loadTables } from '../../fixtures/load_tables.ts';
import { quarantinedLines } from '../../pipeline/load/quarantine.ts';

const desk = `
world: desk
version: 1
description: Put items on a desk.
state:
  items: {columns: {item: text, tags: list(text), price: 'decimal(6,2)', bought: timestamp}, key: [item]}
  notes: {columns: {words: text}}
parts: {identity: {item: text, place: integer}, done: {outcome: true}}
gates: {budget: {fails: task}}
report: {items: {claims: change, table: items, identity: [item], severity: key}}
tools: {put: {writes: items, row: {item: $.args.item}}}
`;
const gates = { 'gates/budget.sql': "select '' as state where false", 'gates/budget.yml': '' };

const part = { item: 'cup', place: 1 };
const task = {
  task_id: 'good',
  world: 'desk',
  initial_state: {
    items: [{ item: 'pen', tags: ['blue'], price: '1.50', bought: '2026-11-30T20:00Z' }],
    notes: [],
  },
  required_parts: [part],
  reference: { outcome: 'feasible', parts: [{ part, achievable: 'always', reasons: [] }] },
};
const outcome = { parts: [{ part: { item: 'cup', place: '1' }, done: true }], gates: { budget: true } };
const attempt = {
  attempt_id: 'good',
  task_id: 'good',
  agent: 'x',
  report: { status: 'complete' },
  tool_calls: [{ tool: 'put', args: { item: 'cup' }, ok: true, result: null }],
  outcome,
};

type Row = Record<string, unknown> | string | Buffer;

async function quarantine(tasks: readonly Row[], attempts: readonly Row[]) {
  const bytes = (rows: readonly Row[]) =>
    Buffer.concat(
      rows.map(row =>
        Buffer.isBuffer(row) ? Buffer.concat([row, Buffer.from('\n')]) : Buffer.from(jsonLines([row])),
      ),
    );
  const database = await loadTables({
    worlds: { desk },
    files: { ...gates, 't.jsonl': bytes(tasks), 'a.jsonl': bytes(attempts) },
    sources: [{ world: 'desk', tasks: ['t.jsonl'], attempts: ['a.jsonl'] }],
  });
  try {
    const ids = async (sql: string) => (await database.rows<{ id: string }>(sql)).map(row => row.id);
    return {
      messages: await quarantinedLines(database),
      tasks: await ids('select task_id as id from tasks order by line'),
      attempts: await ids('select attempt_id as id from attempts order by line'),
      files: await database.rows(
        'select file, lines_read, kept, quarantined from source_files order by kind, file',
      ),
    };
  } finally {
    database.close();
  }
}

test('every reason for which a task is not taken, and the good ones around stay', async () => {
  const items = (...rows: unknown[]) => ({ ...task, task_id: 'bad', initial_state: { items: rows } });
  const bad: [Row, string][] = [
    ['{"task_id":"torn"', 'unreadable (the line ends too early)'],
    ['{"task_id":"comma",}', 'unreadable (the line is no JSON from column 20 on)'],
    [Buffer.from('{"task_id":"\xff"}', 'latin1'), 'invalid_utf8 (the bytes are not UTF-8)'],
    ['[]', 'not_an_object (the line must be a JSON object)'],
    ['{"task_id":"a","task_id":"b"}', 'task_id: duplicate_key (the object has this key twice)'],
    [{ ...task, task_id: undefined }, 'task_id: missing_field (must be given)'],
    [{ ...task, task_id: 5 }, 'task_id: wrong_type (must be a text that is not empty)'],
    [{ ...task, world: 'desks' }, 'world: world_mismatch (the source is of world desk)'],
    [
      { ...task, tool_reliability: 'no' },
      'tool_reliability: unknown_value (must be one of reliable, deliberately_unreliable)',
    ],
    [
      { ...task, initial_state: { items: {} } },
      'initial_state.items: wrong_type (a table must be a list of rows)',
    ],
    [items({ item: 'pen' }, 'cup'), 'initial_state.items[1]: wrong_type (a row must be an object)'],
    [items({}, { item: true }), 'initial_state.items[1].item: wrong_type (must be of type text)'],
    [items({ tags: ['a', null] }), 'initial_state.items[0].tags: wrong_type (must be of type list(text))'],
    [items({ price: 1.005 }), 'initial_state.items[0].price: wrong_type (must be of type decimal(6,2))'],
    [
      items({ bought: '2026-11-30' }),
      'initial_state.items[0].bought: wrong_type (must be of type timestamp)',
    ],
    [
      '{"task_id":"twice","world":"desk","initial_state":{"items":[{"item":"a","item":"b"}]},"required_parts":[]}',
      'initial_state.items[0]: duplicate_key (the object has a key twice)',
    ],
    [
      '{"task_id":"twice","world":"desk","initial_state":{"items":[],"items":[]},"required_parts":[]}',
      'initial_state: duplicate_key (the object has a key twice)',
    ],
    [{ ...task, required_parts: undefined }, 'required_parts: missing_field (must be given)'],
    [
      { ...task, required_parts: [part, { item: 'cup' }] },
      'required_parts[1].place: missing_field (must be given)',
    ],
    [
      { ...task, required_parts: [{ item: 'cup', place: 1.5 }] },
      'required_parts[0].place: wrong_type (must be of the type that the contract gives it)',
    ],
    [
      { ...task, required_parts: [part, { item: 'cup', place: '1' }] },
      'required_parts[1]: duplicate_part (the part is required before)',
    ],
    [
      { ...task, required_parts: [part, { item: 'mug', place: 1 }] },
      'reference.parts: reference_parts (must hold every required part exactly once)',
    ],
    [
      { ...task, reference: { outcome: 'infeasible', parts: [] } },
      'reference.parts: reference_parts (must hold every required part exactly once)',
    ],
    [task, 'task_id: duplicate_id (a task before it has this id)'],
  ];
  const tasks = [task, ...bad.map(([row]) => row), { ...task, task_id: 'last' }];
  const { messages, ...kept } = await quarantine(tasks, [attempt]);
  expect(messages).toEqual(bad.map(([, message], index) => `t.jsonl:${index + 2}: ${message}`));
  expect(kept.tasks).toEqual(['good', 'last']);
  expect(kept.files).toContainEqual({
    file: 't.jsonl',
    lines_read: BigInt(tasks.length),
    kept: 2n,
    quarantined: BigInt(bad.length),
  });
});

test('every reason for which an attempt is not taken, and the good ones around stay', async () => {
  const call = (change: object) => ({
    ...attempt,
    attempt_id: 'bad',
    tool_calls: [{ tool: 'put', ...change }],
  });
  const state = (items: unknown) => ({ ...attempt, attempt_id: 'bad', final_state: { items } });
  const line = JSON.stringify(attempt);
  const bad: [Row, string][] = [
    ['{"attempt_id":"torn', 'unreadable (the line ends too early)'],
    ['{"attempt_id":NaN}', 'unreadable (the line is no JSON from column 15 on)'],
    [line.replace('"agent"', '\u0001'), 'unreadable (the line is no JSON from column 39 on)'],
    [Buffer.from('{"attempt_id":"\xc3"}', 'latin1'), 'invalid_utf8 (the bytes are not UTF-8)'],
    ['7', 'not_an_object (the line must be a JSON object)'],
    [line.replace('"agent"', '"report":{},"agent"'), 'report: duplicate_key (the object has this key twice)'],
    [
      line.replace('"ok"', '"ok":false,"ok"'),
      'tool_calls[0].ok: duplicate_key (the object has this key twice)',
    ],
    [
      line.replace('"done"', '"done":false,"done"'),
      'outcome.parts[0].done: duplicate_key (the object has this key twice)',
    ],
    [
      line.replace('"budget"', '"budget":false,"budget"'),
      'outcome.gates.budget: duplicate_key (the object has this key twice)',
    ],
    [
      line.replace('"place"', '"item":"mug","place"'),
      'outcome.parts[0].part.item: duplicate_key (the object has this key twice)',
    ],
    [{ ...attempt, agent: null }, 'agent: missing_field (must be given)'],
    [{ ...attempt, agent: '' }, 'agent: wrong_type (must be a text that is not empty)'],
    [{ ...attempt, attempt_id: 5 }, 'attempt_id: wrong_type (must be a text that is not empty)'],
    [{ ...attempt, task_id: ['good'] }, 'task_id: wrong_type (must be a text that is not empty)'],
    [{ ...attempt, epoch: 1.5 }, 'epoch: wrong_type (must be an integer of 0 or more)'],
    [{ ...attempt, epoch: '1' }, 'epoch: wrong_type (must be an integer of 0 or more)'],
    [{ ...attempt, submitted_at: 5 }, 'submitted_at: wrong_type (must be a text)'],
    [
      { ...attempt, submitted_at: '2026-11-30' },
      'submitted_at: wrong_type (must be a timestamp, as 2026-11-30T20:00:00Z)',
    ],
    [{ ...attempt, claim_source: 'guess' }, 'claim_source: unknown_value (must be one of stated, implied)'],
    [{ ...attempt, tool_calls: {} }, 'tool_calls: wrong_type (must be a list)'],
    [{ ...attempt, tool_calls: [5] }, 'tool_calls[0]: wrong_type (must be an object)'],
    [call({ tool: null }), 'tool_calls[0].tool: missing_field (must be given)'],
    [call({ ok: 'true' }), 'tool_calls[0].ok: wrong_type (must be true or false)'],
    [call({ args: [] }), 'tool_calls[0].args: wrong_type (must be an object)'],
    [call({ seq: '1' }), 'tool_calls[0].seq: wrong_type (must be an integer of at most 64 bits)'],
    [{ ...attempt, outcome: undefined }, 'no_state (neither final_state nor outcome is given)'],
    [{ ...attempt, outcome: [] }, 'outcome: wrong_type (must be an object)'],
    [{ ...attempt, outcome: { parts: {} } }, 'outcome.parts: wrong_type (must be a list)'],
    [{ ...attempt, outcome: { parts: [{ part }] } }, 'outcome.parts[0].done: missing_field (must be given)'],
    [
      { ...attempt, outcome: { ...outcome, gates: { budget: 1 } } },
      'outcome.gates.budget: wrong_type (must be true or false)',
    ],
    [{ ...attempt, final_state: [] }, 'final_state: wrong_type (must be an object)'],
    [state({}), 'final_state.items: wrong_type (a table must be a list of rows)'],
    [state([{ item: 'a' }, { item: 5.5 }]), 'final_state.items[1].item: wrong_type (must be of type text)'],
    [
      { ...attempt, attempt_id: 'bad', task_id: 'none' },
      "task_id: unknown_task (no task of the source's world that is kept has this id)",
    ],
    [
      { ...attempt, attempt_id: 'bad', outcome: undefined, final_state: {} },
      'outcome: no_outcome (in this world the outcome decides what is done)',
    ],
    [
      { ...attempt, attempt_id: 'bad', outcome: { ...outcome, parts: [] } },
      'outcome.parts: incomplete_outcome (nothing is decided of the part ["cup","1"])',
    ],
    [
      { ...attempt, attempt_id: 'bad', outcome: { parts: outcome.parts } },
      'outcome.gates.budget: incomplete_outcome (nothing is decided of the gate)',
    ],
    [
      {
        ...attempt,
        attempt_id: 'bad',
        outcome: { ...outcome, parts: [...outcome.parts, { part, done: false }] },
      },
      'outcome.parts[1]: duplicate_part (the part is decided before)',
    ],
    [attempt, 'attempt_id: duplicate_id (an attempt before it has this id)'],
  ];
  const attempts = [attempt, ...bad.map(([row]) => row), { ...attempt, attempt_id: 'last' }];
  const { messages, ...kept } = await quarantine([task], attempts);
  expect(messages).toEqual(bad.map(([, message], index) => `a.jsonl:${index + 2}: ${message}`));
  expect(kept.attempts).toEqual(['good', 'last']);
  expect(kept.files).toContainEqual({
    file: 'a.jsonl',
    lines_read: BigInt(attempts.length),
    kept: 2n,
    quarantined: BigInt(bad.length),
  });
});

test('a broken line takes no id from a good one, and the attempts of a task that is not taken go with it', async () => {
  const { messages, attempts } = await quarantine(
    [{ ...task, task_id: 'bad', seed: 'x' }, task],
    [{ ...attempt, epoch: -1 }, { ...attempt, attempt_id: 'orphan', task_id: 'bad' }, attempt],
  );
  expect(messages).toEqual([
    't.jsonl:1: seed: wrong_type (must be an integer of at most 64 bits)',
    'a.jsonl:1: epoch: wrong_type (must be an integer of 0 or more)',
    "a.jsonl:2: task_id: unknown_task (no task of the source's world that is kept has this id)",
  ]);
  expect(attempts).toEqual(['good']);
});

test('nothing inside a report sends a line to quarantine', async () => {
  const reports = [
    5,
    'text',
    [],
    null,
    { items: 5, status: [] },
    { note: '\ud800' },
    { n: Number('12345678901234567.89') },
  ];
  const lines = reports.map((report, index) =>
    JSON.stringify({ ...attempt, attempt_id: `r${index}`, report }),
  );
  const further = ['{"a":1,"a":2}', '{"n":12345678901234567.89123}', '{"n":1e999}', '"\\u0000"', '", ] NaN"'];
  lines.push(
    ...further.map((report, index) =>
      JSON.stringify({ ...attempt, attempt_id: `f${index}`, report: 0 }).replace(
        '"report":0',
        `"report":${report}`,
      ),
    ),
  );
  const { messages, attempts } = await quarantine([task], lines);
  expect(messages).toEqual([]);
  expect(attempts).toHaveLength(reports.length + further.length);
});
