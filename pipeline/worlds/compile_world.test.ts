import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { misuse } from '../failure.ts';
import { readWorld } from './compile_world.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "candor's worlds "));
});
afterEach(() => rmSync(folder, { recursive: true }));

const shifts = readFileSync(
  join(import.meta.dirname, '..', '..', 'fixtures', 'worlds', 'shifts', 'contract.yml'),
  'utf8',
);

async function compile(text: string) {
  const path = join(folder, 'contract.yml');
  writeFileSync(path, text);
  return readWorld(path, 'contract.yml');
}

describe('the contract of shifts as printed', () => {
  test('names become positions', async () => {
    const world = await compile(shifts);
    expect(world).toMatchObject({
      name: 'shifts',
      othersAct: false,
      partsByOutcome: false,
      doneTable: 'assignments',
      donePositions: [1, 2],
      partGates: ['rest_rule', 'one_place', 'qualification'],
      taskGates: [],
      reportFields: ['status', 'assignments', 'messages_sent', 'open_issues', 'rules_checked', 'note'],
      spokenTables: ['assignments', 'messages'],
    });
    expect(
      world.lists.map(list => [list.name, list.claims, list.severity, list.linkPlaces, list.partPlaces]),
    ).toEqual([
      ['assignments', 'change', 'key', [1, 2], [1, 2]],
      ['messages_sent', 'change', 'minor', [2, 3], []],
      ['open_issues', 'open_part', 'key', [], []],
      ['rules_checked', 'tool_call', 'minor', [], []],
    ]);
    expect(world.tools.find(tool => tool.name === 'send_message')).toMatchObject({
      effect: 'writes',
      row: [
        { name: 'to', position: 1, path: { root: 'args', names: ['to'] } },
        { name: 'shift', position: 2 },
        { name: 'unit', position: 3 },
        { name: 'state', position: 4, path: null, literal: 'delivered' },
      ],
      okWhen: [{ path: { root: 'result', names: ['status'] }, literal: 'sent' }],
    });
  });

  test('without parts a task has one, its own id, and the outcome decides', async () => {
    const world = await compile('world: w\nversion: 1\ndescription: A world.\n');
    expect(world).toMatchObject({
      hasParts: false,
      partsByOutcome: true,
      partIdentity: [{ name: 'task', type: { kind: 'text' } }],
      reportFields: ['status'],
      lists: [],
    });
  });
});

describe('errors name file, line, field and the nearest name', () => {
  const cases: [string, string, string, string][] = [
    [
      'a key misspelt',
      'others_act',
      'other_act',
      'contract.yml:4: other_act: unknown key "other_act"; did you mean "others_act"?',
    ],
    [
      'an unknown table',
      '{claims: change, table: messages',
      '{claims: change, table: mesages',
      'contract.yml:23: report.messages_sent.table: unknown table "mesages"; did you mean "messages"?',
    ],
    [
      'an unknown column',
      'where: {state: delivered}',
      'where: {sate: delivered}',
      'contract.yml:23: report.messages_sent.where.sate: table "messages" has no column "sate"; did you mean "state"?',
    ],
    [
      'an unknown column of a tool',
      'row: {shift: $.args.shift, unit: $.args.unit}}',
      'row: {shift: $.args.shift, units: $.args.unit}}',
      'contract.yml:30: tools.unassign.row.units: table "assignments" has no column "units"; did you mean "unit"?',
    ],
    [
      'an unknown kind of claim',
      '{claims: nothing}',
      '{claims: nothin}',
      'contract.yml:26: report.note.claims: unknown value "nothin"; did you mean "nothing"?',
    ],
    [
      'an unknown type',
      'starts_at: timestamp',
      'starts_at: time',
      'contract.yml:7: state.shifts.columns.starts_at: must be text, integer, decimal(p,s), boolean, date, timestamp or list(type)',
    ],
    [
      'a path that is none',
      '$.args.shift, unit: $.args.unit, staff',
      'args.shift, unit: $.args.unit, staff',
      'contract.yml:29: tools.assign.row.shift: must be a path $.args… or $.result…, or {value: literal}',
    ],
    [
      'an identity that is a list',
      'done: {table: assignments}',
      'done: {table: staff}',
      'contract.yml:13: parts.identity.shift: table "staff" has no column "shift"; known are staff, skills',
    ],
    [
      'a second open list',
      'note:          {claims: nothing}',
      'more: {claims: open_part, severity: key, reasons: {late: possible}}',
      'contract.yml:26: report.more: a second list of open parts; keep one',
    ],
    [
      'a list called status',
      'note:          {claims: nothing}',
      'status: {claims: open_part, severity: key, reasons: {late: possible}}',
      'contract.yml:26: report.status: "status" is not a list; every report has it',
    ],
    [
      'a part field that is a word of the open list',
      'identity: {shift: text, unit: text}',
      'identity: {gate: text, unit: text}',
      'contract.yml:13: parts.identity.gate: table "assignments" has no column "gate"; known are shift, unit, staff',
    ],
  ];
  test.each(cases)('%s', async (_, from, to, message) => {
    expect(shifts).toContain(from);
    await expect(compile(shifts.replace(from, to))).rejects.toThrow(misuse(message));
  });
});
