import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { contractOf, worldOf } from '../../../fixtures/contract_world.ts';
import { judge } from '../../../fixtures/judge.ts';
import { attemptSchema } from './attempt_schema.ts';
import type { JsonSchema } from './json_schema.ts';
import { taskSchema } from './task_schema.ts';

const worlds = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'worlds');
const lines = (path: string) =>
  readFileSync(join(worlds, path), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

const validator = (schema: JsonSchema) => new Ajv2020({ strict: true }).compile(schema);

describe('what is there validates, by the schema of its world and by the general one', () => {
  test.each(['shifts', 'tau-airline'])('%s', async name => {
    const world = await worldOf(contractOf(name));
    const refused = (schema: JsonSchema, file: string) => {
      const validate = validator(schema);
      return lines(`${name}/${file}`).filter(line => !validate(line));
    };
    expect(refused(taskSchema(world), 'tasks.jsonl')).toEqual([]);
    expect(refused(taskSchema(null), 'tasks.jsonl')).toEqual([]);
    expect(refused(attemptSchema(world), 'attempts.jsonl')).toEqual([]);
    expect(refused(attemptSchema(null), 'attempts.jsonl')).toEqual([]);
  });
});

const contract = (parts: string) => `
world: rooms
version: 1
description: Book rooms.
state:
  bookings: {columns: {room: text, day: date, seats: integer, who: list(text)}, key: [room, day]}
${parts}
gates: {budget: {fails: task}}
`;
const byState = contract('parts: {identity: {room: text, day: date}, done: {table: bookings}}');
const byOutcome = contract('parts: {identity: {room: text, day: date}, done: {outcome: true}}');
const whole = contract('').replace(/gates: .*/, '');
const gates = {
  'budget.sql': "select 'none' as state where false",
  'budget.yml':
    'description: None fails.\nversion: 1\ncolumns:\n  state: {type: VARCHAR, description: The state., tests: [not_null]}\n',
};

const day = '2026-12-01';
const part = { room: 'R-1', day };
const solved = { outcome: 'feasible', parts: [{ part, achievable: 'always', reasons: [] }] };
const task = { task_id: 't', world: 'rooms', required_parts: [part], reference: solved };
const row = { room: 'R-1', day, seats: 4, who: ['G-1'] };
const attempt = { attempt_id: 'a', task_id: 't', agent: 'scripted', final_state: { bookings: [row] } };
const call = { tool: 'book', args: {}, ok: true, result: [] };
const decided = { parts: [{ part, done: true }], gates: { budget: true } };

type Lines = Record<string, Record<string, unknown>>;

const tasks: Lines = {
  good: {},
  'every field null that may be': { seed: null, variant: null, tool_reliability: null, initial_state: null, reference: null, difficulty: null }, // biome-ignore format: one line
  'fields that nobody reads': { colour: 'red', difficulty: { mood: 1 } },
  'no id': { task_id: '' },
  'an id that is a number': { task_id: 7 },
  'another world': { world: 'shifts' },
  'no world': { world: undefined },
  'a seed with a fraction': { seed: 1.5 },
  'a seed that is a text': { seed: '7' },
  'a seed too large': { seed: 2 ** 63 },
  'a variant that is a number': { variant: 1 },
  'unreliable by a name unknown': { tool_reliability: 'never' },
  'a state': { initial_state: { bookings: [row, { room: 17, seats: '4' }, { day: null }], halls: 7 } },
  'a state that is a list': { initial_state: [] },
  'a table that is an object': { initial_state: { bookings: row } },
  'a table that is null': { initial_state: { bookings: null } },
  'a row that is a list': { initial_state: { bookings: [[]] } },
  'a cell of another type': { initial_state: { bookings: [{ ...row, seats: 'four' }] } },
  'a list with another type': { initial_state: { bookings: [{ ...row, who: ['G-1', null] }] } },
  'no parts': { required_parts: undefined },
  'a part without its day': { required_parts: [{ room: 'R-1' }], reference: null },
  'a part whose day is null': { required_parts: [{ room: 'R-1', day: null }], reference: null },
  'a part of another type': { required_parts: [{ room: 'R-1', day: 'soon' }], reference: null },
  'a part twice': { required_parts: [part, part] },
  'nothing required': { required_parts: [], reference: { outcome: 'feasible', parts: [] } },
  'no outcome of the reference': { reference: {} },
  'an outcome unknown': { reference: { outcome: 'perhaps' } },
  'a solver that ran out of time': { reference: { outcome: 'timeout' } },
  'its parts, which are not read': { reference: { outcome: 'timeout', parts: [{ part: {}, achievable: 'never' }] } }, // biome-ignore format: one line
  'its parts, of a wrong type': { reference: { outcome: 'timeout', parts: [{}] } },
  'solved without parts': { reference: { outcome: 'infeasible' } },
  'achievable by a name unknown': {
    reference: { outcome: 'feasible', parts: [{ part, achievable: 'now' }] },
  },
  'a reason that is a number': { reference: { outcome: 'feasible', parts: [{ part, achievable: 'never', reasons: [1] }] } }, // biome-ignore format: one line
  'a count below 0': { difficulty: { parts: -1 } },
  'a count with a fraction': { difficulty: { constraints: 1.5 } },
  'minutes with a fraction': { difficulty: { human_minutes: 1.5 } },
};

const attempts: Lines = {
  good: {},
  'every field null that may be': { epoch: null, submitted_at: null, claim_source: null, report: null, tool_calls: null, outcome: null }, // biome-ignore format: one line
  'a report of any kind': { report: ['what', 7] },
  'no agent': { agent: '' },
  'an agent null': { agent: null },
  'an epoch below 0': { epoch: -1 },
  'a time': { submitted_at: '2026-11-30T20:00:00+01:00' },
  'a time that is a day': { submitted_at: day },
  'a source unknown': { claim_source: 'guessed' },
  'a call': { tool_calls: [call, { tool: '', seq: -3, args: null, ok: null, more: 1 }] },
  'a call without tool': { tool_calls: [{ ...call, tool: undefined }] },
  'arguments that are a list': { tool_calls: [{ ...call, args: [] }] },
  'ok that is a text': { tool_calls: [{ ...call, ok: 'true' }] },
  'a log that is an object': { tool_calls: call },
  'a cell of another type': { final_state: { bookings: [{ ...row, day: 'soon' }] } },
  'neither state nor outcome': { final_state: null },
  'an outcome': { final_state: null, outcome: decided },
  'an outcome beside the state': { outcome: { parts: null } },
  'an outcome without its gate': { final_state: null, outcome: { parts: decided.parts, gates: {} } },
  'an outcome without gates': { final_state: null, outcome: { parts: decided.parts } },
  'a gate that is a text': { outcome: { gates: { budget: 'true' } } },
  'a part decided by a text': { outcome: { parts: [{ part, done: 'yes' }] } },
  'a decision on no part': { outcome: { parts: [{ done: true }] } },
};

const changed = (base: object, changes: Lines, id: string) =>
  Object.entries(changes).map(([key, change], i) => ({
    name: key,
    line: JSON.parse(JSON.stringify({ ...base, [id]: `${id} ${i}`, ...change })),
  }));

/** Of some lines, those that load quarantines and those that the schema refuses, by their names. */
async function both(yaml: string, kind: 'tasks' | 'attempts', changes: Lines) {
  const world = await worldOf(yaml);
  const all = changed(
    kind === 'tasks' ? task : attempt,
    changes,
    kind === 'tasks' ? 'task_id' : 'attempt_id',
  );
  const rows = all.map(({ line }) => line);
  const some = { ...attempt, attempt_id: 'some', outcome: decided };
  const { quarantined } = await judge(
    { name: 'rooms', contract: yaml, gates: yaml.includes('budget') ? gates : {} },
    kind === 'tasks' ? [task, ...rows] : [task],
    kind === 'tasks' ? [some] : [some, ...rows],
  );
  const validate = validator((kind === 'tasks' ? taskSchema : attemptSchema)(world));
  return {
    load: all.filter((_, i) => quarantined.some(message => message.startsWith(`${kind}.jsonl:${i + 2}: `))).map(({ name }) => name), // biome-ignore format: one line
    schema: all.filter(({ line }) => !validate(line)).map(({ name }) => name),
  };
}

describe('a schema refuses the lines that load quarantines', () => {
  test('tasks', async () => {
    const { load, schema } = await both(byState, 'tasks', tasks);
    expect(schema).toEqual(load);
    expect(Object.keys(tasks).filter(name => !load.includes(name))).toEqual([
      'good',
      'every field null that may be',
      'fields that nobody reads',
      'a state',
      'a table that is null',
      'nothing required',
      'a solver that ran out of time',
      'its parts, which are not read',
      'minutes with a fraction',
    ]);
  });

  test('tasks of a world without parts need not say what they require', async () => {
    const { load, schema } = await both(whole, 'tasks', {
      'no parts': { required_parts: undefined, reference: null },
      'a part of another world': { reference: null },
    });
    expect([schema, load]).toEqual([['a part of another world'], ['a part of another world']]);
  });

  test('attempts', async () => {
    const { load, schema } = await both(byState, 'attempts', attempts);
    expect(schema).toEqual(load);
    expect(Object.keys(attempts).filter(name => !load.includes(name))).toEqual([
      'good',
      'every field null that may be',
      'a report of any kind',
      'a time',
      'a call',
      'an outcome',
      'an outcome beside the state',
    ]);
  });

  test('attempts of a world in which the outcome decides', async () => {
    const { load, schema } = await both(byOutcome, 'attempts', {
      'a state alone': {},
      'both, and no word on the gate': { outcome: { parts: decided.parts } },
      'an outcome alone': { final_state: undefined, outcome: decided },
      'an outcome alone without its gate': { final_state: undefined, outcome: { parts: decided.parts } },
    });
    expect([schema, load]).toEqual([
      ['a state alone', 'an outcome alone without its gate'],
      ['a state alone', 'an outcome alone without its gate'],
    ]);
  });

  test('where it cannot: what only the task, the other lines or the reference tell', async () => {
    const ofTasks = await both(byState, 'tasks', {
      'a part twice, spelled otherwise': { required_parts: [part, { ...part, more: 1 }], reference: null },
      'a reference of other parts': { reference: { outcome: 'feasible', parts: [] } },
    });
    expect([ofTasks.schema, ofTasks.load.length]).toEqual([[], 2]);
    const ofAttempts = await both(byState, 'attempts', {
      'a task unknown': { task_id: 'x' },
      'an outcome of no part': { final_state: null, outcome: { gates: { budget: true } } },
    });
    expect([ofAttempts.schema, ofAttempts.load.length]).toEqual([[], 2]);
  });
});
