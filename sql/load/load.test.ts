import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines, loadTables } from '../../fixtures/load_tables.ts';
import type { Database } from '../../pipeline/dag/database.ts';
import { quarantinedLines } from '../../pipeline/load/quarantine.ts';

const desk = `
world: desk
version: 1
description: Put items on a desk.
state:
  items: {columns: {item: text, place: integer}, key: [item]}
  notes: {columns: {words: text}}
  people: {columns: {name: text}}
parts: {identity: {item: text}, done: {table: items}}
report:
  items: {claims: change, table: items, identity: [item, place], severity: key}
  open: {claims: open_part, severity: key, reasons: {not_finished: possible}}
tools: {put: {writes: items, row: {item: $.args.item}}}
`;

const plain = `
world: plain
version: 1
description: A verifier decides.
report: {}
`;
const full = {
  task_id: 'full',
  world: 'desk',
  seed: -9007199254740993n,
  variant: 'cafe\u0301',
  tool_reliability: 'deliberately_unreliable',
  initial_state: {
    items: [
      { item: 'pen', place: '1', colour: 'blue' },
      { item: 'cup', place: null },
    ],
    notes: [{ words: 'cafe\u0301' }],
    pets: [],
  },
  required_parts: [{ item: 'mug' }],
  reference: { outcome: 'feasible', parts: [{ part: { item: 'mug' }, achievable: 'always' }], solver: 'x' },
  difficulty: { parts: 1.0, constraints: 2, reference_steps: null, human_minutes: 2.5, stars: 5 },
  origin: 'here',
};
const bare = { task_id: 'bare', world: 'desk', required_parts: [] };
const attempt = {
  attempt_id: 'whole',
  task_id: 'full',
  agent: 'x',
  epoch: 3,
  submitted_at: '2026-11-30T22:00:00.5+02:00',
  claim_source: 'implied',
  report: {
    status: 'complete',
    items: [{ item: 'mug', colour: 'red' }, 5],
    open: [{ item: 'a', reason: 'b', gate: 'c' }],
    mood: 1,
  },
  tool_calls: [
    { tool: 'put', ok: null, ms: 3 },
    { tool: 'put', ms: 4 },
  ],
  final_state: { items: [{ place: 17.0, item: 'mug' }], notes: [], people: null },
  outcome: null,
  cost: 1,
};
const sparse = {
  attempt_id: 'sparse',
  task_id: 'full',
  agent: 'x',
  outcome: { parts: [{ part: { item: 'mug' }, done: true }], by: 'y' },
};
const inherits = { attempt_id: 'inherits', task_id: 'full', agent: 'x', report: 5, final_state: {} };
const exact = {
  attempt_id: 'exact',
  task_id: 'bare',
  agent: 'x',
  report: { note: '\ud800', n: '17-digits' },
  final_state: { items: [{ item: 'mug', place: 1 }] },
  cost: 1,
};

/** BigInt as the digits of a JSON number. */
const text = (row: object) =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)).replace(
    /"(-?\d+)n"/g,
    '$1',
  );

let database: Database;

beforeAll(async () => {
  database = await loadTables({
    worlds: { desk },
    files: {
      'tasks.jsonl': `\n${text(full)}\r\n \t\r\n${text(bare)}`,
      'a/1.jsonl.gz': gzipSync(jsonLines([attempt, sparse])),
      'a/2.jsonl.zst': zstdCompressSync(
        jsonLines([inherits, JSON.stringify(exact).replace('"17-digits"', '12345678901234567.89')]),
      ),
    },
    sources: [{ world: 'desk', tasks: ['tasks.jsonl'], attempts: ['a/1.jsonl.gz', 'a/2.jsonl.zst'] }],
  });
});
afterAll(() => database.close());

describe('tasks', () => {
  test('every field in its type; text in NFC; lines as in the file', async () => {
    const [, row] = await database.rows(
      'select * exclude (text, initial_state, required_parts, reference) from tasks order by task_id',
    );
    expect(row).toEqual({
      world: 'desk',
      task_id: 'full',
      seed: -9007199254740993n,
      variant: 'caf\u00e9',
      tool_reliability: 'deliberately_unreliable',
      reference_outcome: 'feasible',
      difficulty_parts: 1n,
      difficulty_constraints: 2n,
      difficulty_reference_steps: null,
      human_minutes: 2.5,
      file: 'tasks.jsonl',
      line: 2n,
    });
  });

  test('what may be left out has its default', async () => {
    const [row] = await database.rows(
      `select seed, variant, tool_reliability, reference_outcome, initial_state, required_parts, reference,
        difficulty_parts, human_minutes, line
      from tasks order by task_id`,
    );
    expect(row).toEqual({
      seed: null,
      variant: 'unspecified',
      tool_reliability: 'reliable',
      reference_outcome: 'none',
      initial_state: null,
      required_parts: '[]',
      reference: null,
      difficulty_parts: null,
      human_minutes: null,
      line: 4n,
    });
  });
});

describe('attempts', () => {
  test('every field in its type, from plain, gz and zst', async () => {
    const rows = await database.rows(
      `select attempt_id, epoch, submitted_at::varchar as submitted_at, claim_source, tool_calls is null as no_log,
        final_state is null as no_state, outcome is null as no_outcome, report is null as no_report, file, line
      from attempts order by attempt_id`,
    );
    const defaults = { epoch: 0n, submitted_at: null, claim_source: 'stated', no_log: true };
    expect(rows).toEqual([
      {
        attempt_id: 'exact',
        ...defaults,
        no_state: false,
        no_outcome: true,
        no_report: false,
        file: 'a/2.jsonl.zst',
        line: 2n,
      },
      {
        attempt_id: 'inherits',
        ...defaults,
        no_state: false,
        no_outcome: true,
        no_report: false,
        file: 'a/2.jsonl.zst',
        line: 1n,
      },
      {
        attempt_id: 'sparse',
        ...defaults,
        no_state: true,
        no_outcome: false,
        no_report: true,
        file: 'a/1.jsonl.gz',
        line: 2n,
      },
      {
        attempt_id: 'whole',
        epoch: 3n,
        submitted_at: '2026-11-30 20:00:00.5',
        claim_source: 'implied',
        no_log: false,
        no_state: false,
        no_outcome: true,
        no_report: false,
        file: 'a/1.jsonl.gz',
        line: 1n,
      },
    ]);
  });

  test('a report with half a surrogate pair, or with a number that no double holds, is read', async () => {
    const [row] = await database.rows(`select report from attempts where attempt_id = 'exact'`);
    expect(row).toEqual({ report: '{"note":"\ufffd","n":"12345678901234567.89"}' });
  });
});

test('states: canonical cells in the order of the contract; a table that is not given is the initial one', async () => {
  const rows = await database.rows<{
    subject: string;
    attempt_id: string | null;
    table_name: string;
    cells: unknown;
  }>(
    'select subject, attempt_id, table_name, cells from state_rows order by subject, attempt_id, table_name, ordinal',
  );
  const shown = rows.map(row => [row.attempt_id ?? row.subject, row.table_name, row.cells]);
  const initial = (who: string) => [
    [who, 'items', ['pen', '1']],
    [who, 'items', ['cup', null]],
    [who, 'notes', ['caf\u00e9']],
  ];
  expect(shown).toEqual([
    ['exact', 'items', ['mug', '1']],
    ...initial('inherits'),
    ['whole', 'items', ['mug', '17']],
    ...initial('task'),
  ]);
});

test('fields that nothing reads are counted by the lines they stand in', async () => {
  expect(await database.rows('select kind, path, lines from unknown_fields')).toEqual([
    { kind: 'attempt', path: 'cost', lines: 2n },
    { kind: 'attempt', path: 'outcome.by', lines: 1n },
    { kind: 'attempt', path: 'report.items[].colour', lines: 1n },
    { kind: 'attempt', path: 'report.mood', lines: 1n },
    { kind: 'attempt', path: 'report.n', lines: 1n },
    { kind: 'attempt', path: 'report.note', lines: 1n },
    { kind: 'attempt', path: 'tool_calls[].ms', lines: 1n },
    { kind: 'task', path: 'difficulty.stars', lines: 1n },
    { kind: 'task', path: 'initial_state.items[].colour', lines: 1n },
    { kind: 'task', path: 'initial_state.pets', lines: 1n },
    { kind: 'task', path: 'origin', lines: 1n },
    { kind: 'task', path: 'reference.solver', lines: 1n },
  ]);
});

test('a world without parts has one part a task; its attempts need an outcome', async () => {
  const bare = { task_id: 't', agent: 'x' };
  const loaded = await loadTables({
    worlds: { plain },
    files: {
      't.jsonl': jsonLines([{ task_id: 't', world: 'plain' }]),
      'a.jsonl': jsonLines([
        { ...bare, attempt_id: 'a', outcome: { parts: [{ part: { task: 't' }, done: false }] } },
        { ...bare, attempt_id: 'b', final_state: {} },
        { ...bare, attempt_id: 'c', outcome: { parts: [{ part: { task: 'u' }, done: true }] } },
      ]),
    },
    sources: [{ world: 'plain', tasks: ['t.jsonl'], attempts: ['a.jsonl'] }],
  });
  expect(await loaded.rows('select part from parts')).toEqual([{ part: '["t"]' }]);
  expect(await quarantinedLines(loaded)).toEqual([
    'a.jsonl:2: outcome: no_outcome (in this world the outcome decides what is done)',
    'a.jsonl:3: outcome.parts: incomplete_outcome (nothing is decided of the part ["t"])',
  ]);
  loaded.close();
});
