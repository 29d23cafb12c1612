import { describe, expect, test } from 'vitest';
import { contractOf, worldOf } from '../../fixtures/contract_world.ts';
import { misuse } from '../failure.ts';

const shifts = contractOf('shifts');

/** [what is wrong, what of the contract of shifts, becomes what, the message without the file] */
type Case = [string, string | RegExp, string, string];

const unassign = /unassign: .*/;
const staffTable = '{columns: {staff: text, skills: list(text)}, key: [staff]}';

const missing: Case[] = [
  ['description', /description: .*\n/, '', '1: description: missing; it is required'],
  ['a severity', ', severity: minor}', '}', '23: report.messages_sent.severity: missing; one of key, minor'],
  [
    'the row of a tool',
    unassign,
    'unassign: {removes: assignments}',
    '30: tools.unassign.row: missing; it is required',
  ],
  ['columns', staffTable, '{key: [staff]}', '8: state.staff.columns: missing; it is required'],
  ['reasons', /, reasons: \{.*?\}/, '', '24: report.open_issues.reasons: missing; it is required'],
  [
    'what a list claims',
    '{claims: nothing}',
    '{}',
    '26: report.note.claims: missing; one of change, removal, open_part, tool_call, nothing',
  ],
  ['what makes a part done', /^ {2}done: .*\n/m, '', '12: parts.done: missing; it is required'],
  ['what a gate fails', '{fails: part}', '{}', '17: gates.rest_rule.fails: missing; one of part, task'],
  [
    'what a tool does',
    unassign,
    'unassign: {}',
    '30: tools.unassign: must have one of writes, removes, reads',
  ],
];

const unknown: Case[] = [
  [
    'a table of a tool',
    'writes: assignments',
    'writes: asignments',
    '29: tools.assign.writes: unknown table "asignments"; did you mean "assignments"?',
  ],
  [
    'the done table',
    'done: {table: assignments}',
    'done: {table: asignments}',
    '14: parts.done.table: unknown table "asignments"; did you mean "assignments"?',
  ],
  [
    'a field of an identity',
    '[shift, unit, staff]',
    '[shift, unit, staf]',
    '22: report.assignments.identity[2]: table "assignments" has no column "staf"; did you mean "staff"?',
  ],
  [
    'a column of a key',
    'skill: text}, key: [shift, unit]',
    'skill: text}, key: [shift, units]',
    '7: state.shifts.key[1]: table "shifts" has no column "units"; did you mean "unit"?',
  ],
  [
    'a column of a scope',
    'scope: {unit:',
    'scope: {units:',
    '32: tools.list_assignments.scope.units: table "assignments" has no column "units"; did you mean "unit"?',
  ],
  [
    'a kind of reason',
    'rest_rule: impossible',
    'rest_rule: imposible',
    '24: report.open_issues.reasons.rest_rule: unknown value "imposible"; did you mean "impossible"?',
  ],
  [
    'what a tool does',
    '{writes: assignments,',
    '{write: assignments,',
    '29: tools.assign.write: unknown key "write"; did you mean "writes"?',
  ],
  [
    'what a gate fails',
    '{fails: part}',
    '{fails: parts}',
    '17: gates.rest_rule.fails: unknown value "parts"; did you mean "part"?',
  ],
];

const types: Case[] = [
  ['a version that is a text', 'version: 1', 'version: one', '2: version: must be a number, not "one"'],
  ['a version with a fraction', 'version: 1', 'version: 1.5', '2: version: must be a whole number, not 1.5'],
  ['a version of none', 'version: 1', 'version: 0', '2: version: must be above 0'],
  ['a yes', 'others_act: false', 'others_act: yes', '4: others_act: must be true or false, not "yes"'],
  [
    'a world with a space',
    'world: shifts',
    'world: my shifts',
    '1: world: must be a name: letters, digits, _ and -',
  ],
  [
    'a list without a word',
    ' {claims: nothing}',
    '',
    '26: report.note: must be a map of fields, and nothing is there',
  ],
  ['a key that is a text', 'key: [staff]', 'key: staff', '8: state.staff.key: must be a list, not "staff"'],
  ['an empty identity', '[shift, unit, staff]', '[]', '22: report.assignments.identity: must not be empty'],
  ['a part without fields', '{shift: text, unit: text}\n', '{}\n', '13: parts.identity: must not be empty'],
  ['a table without columns', staffTable, '{columns: {}}', '8: state.staff.columns: must not be empty'],
  [
    'too many digits',
    'skill: text',
    "skill: 'decimal(50,2)'",
    '7: state.shifts.columns.skill: decimal(50,2): at most 38 digits, the scale within them',
  ],
  [
    'a part of another type than its table',
    'identity: {shift: text, unit: text}',
    'identity: {shift: text, unit: integer}',
    '13: parts.identity.unit: integer here and text in table "assignments"; give it one type',
  ],
  [
    'a condition no row meets',
    'where: {state: delivered}',
    'where: {state: true}',
    '23: report.messages_sent.where.state: true is no value of type text',
  ],
  [
    'a literal no row has',
    'state: text}}',
    'state: boolean}}',
    '31: tools.send_message.row.state: "delivered" is no value of type boolean',
  ],
  [
    'a list in the place of a literal',
    '{value: delivered}',
    '{value: [delivered]}',
    '31: tools.send_message.row.state.value: must be a text, a number, true or false',
  ],
];

const identities: Case[] = [
  [
    'a part that is a list',
    /identity: \{shift: text, unit: text\}\n.*/,
    'identity: {shift: text, unit: list(text)}\n  done: {outcome: true}',
    '13: parts.identity.unit: an identity is never a list; use a scalar column',
  ],
  [
    'an item that is a list',
    /(assignments: \{columns: \{.*staff:) text/,
    '$1 list(text)',
    '22: report.assignments.identity[2]: an identity is never a list; use a scalar column',
  ],
  [
    'a column twice',
    '[shift, unit, staff]',
    '[shift, shift]',
    '22: report.assignments.identity: names a column twice; keep one',
  ],
  [
    'a call told by nothing',
    '{rule: $.args.rule}',
    '{}',
    '25: report.rules_checked.identity: must not be empty',
  ],
  [
    'two columns that gates cannot tell apart',
    '{to: text,',
    '{to: text, To: text,',
    '10: state.messages.columns.To: differs from "to" in case alone; rename one',
  ],
];

const forms: Case[] = [
  [
    'a tool that writes and reads',
    '{writes: assignments,',
    '{writes: assignments, reads: assignments,',
    '29: tools.assign.reads: "reads" does not go with writes, row; leave it out',
  ],
  [
    'a tool that reads and writes',
    '{reads: assignments,',
    '{reads: assignments, writes: assignments,',
    '32: tools.list_assignments.writes: "writes" does not go with reads, rows, scope; leave it out',
  ],
  [
    'a part done by two things',
    'done: {table: assignments}',
    'done: {table: assignments, outcome: true}',
    '14: parts.done.outcome: "outcome" does not go with table; leave it out',
  ],
  [
    'a part done by a word',
    'done: {table: assignments}',
    'done: assignments',
    '14: parts.done: must be {table: …} or {outcome: true}',
  ],
  [
    'an open list with a condition',
    'severity: key, reasons',
    'severity: key, where: {unit: B}, reasons',
    '24: report.open_issues.where: "where" does not go with claims, severity, reasons; leave it out',
  ],
];

const paths: Case[] = [
  [
    'of rows',
    '$.result.rows',
    'result.rows',
    '32: tools.list_assignments.rows: must be a path $.args… or $.result…',
  ],
  [
    'of a scope',
    '{unit: $.args.unit}}\n',
    '{unit: B}}\n',
    '32: tools.list_assignments.scope.unit: must be a path $.args… or $.result…, or {value: literal}',
  ],
  [
    'of a call',
    '{rule: $.args.rule}',
    '{rule: rule}',
    '25: report.rules_checked.identity.rule: must be a path $.args… or $.result…',
  ],
  [
    'of a condition',
    '{$.result.status: sent}',
    '{status: sent}',
    '31: tools.send_message.ok_when.status: must be a path $.args… or $.result…',
  ],
];

const twice: Case[] = [
  ['a field', 'version: 1', 'version: 1\nversion: 2', '3: version: the key is there twice; keep one'],
  ['a list', '  note:', '  open_issues:', '26: open_issues: the key is there twice; keep one'],
  ['a column', '{to: text,', '{to: text, to: text,', '10: to: the key is there twice; keep one'],
  ['a document', 'version: 1', '---\nversion: 1', '2: a second document; keep one'],
];

describe.each([
  ['missing', missing],
  ['unknown', unknown],
  ['of a wrong type', types],
  ['of no identity', identities],
  ['of two forms', forms],
  ['a path that is none', paths],
  ['twice', twice],
])('%s', (_, cases) => {
  test.each(cases)('%s', async (__, from, to, message) => {
    const changed = shifts.replace(from, to);
    expect(changed).not.toBe(shifts);
    await expect(worldOf(changed)).rejects.toThrow(misuse(`contract.yml:${message}`));
  });
});

test.each([
  ['an empty file', '', '1: must be a map of fields, and nothing is there'],
  ['comments alone', '# later\n', '1: must be a map of fields, and nothing is there'],
  ['a text', 'A world of shifts.\n', '1: must be a map of fields, not "A world of shifts."'],
  ['a list', '- world: shifts\n', '1: must be a map of fields, not a list'],
  ['half a map', '{"world": ', '1: not YAML: Flow map must end with a }'],
  ['tabs', 'world: shifts\n\tversion: 1\n', '2: not YAML: Tabs are not allowed as indentation'],
])('a file that holds %s', async (_, text, message) => {
  await expect(worldOf(text)).rejects.toThrow(misuse(`contract.yml:${message}`));
});

test('A27 a claim of a tool that is not mapped is no mistake: any tool may be called', async () => {
  const world = await worldOf(shifts);
  expect(world.tools.map(({ name }) => name)).not.toContain('check_rule');
  expect(world.lists.find(({ name }) => name === 'rules_checked')?.tool).toBe('check_rule');
});
