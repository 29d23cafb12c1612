import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  candor,
  rewrite,
  type TemporaryEdition,
  temporaryEdition,
} from '../../fixtures/temporary_edition.ts';

const shifts = [
  'fixtures/worlds/shifts/contract.yml:9: uncovered_tables: no list claims removals from assignments, of which unassign removes rows: they are neither claimed nor missed; add a list with claims: removal on it',
  'fixtures/worlds/shifts/contract.yml:24: unused_reasons: no reference of the 7 solved tasks gives the reason double_booked, so it is never right there; add tasks in which it is a reason, or take it out',
  'fixtures/worlds/shifts/tasks.jsonl:6: nothing_required: task shifts-6 requires no part, so complete is true whatever the agent does; require a part, or leave the task out',
];
const lines = (...found: string[]) => found.map(line => `${line}\n`).join('');

describe('candor lint', () => {
  let edition: TemporaryEdition;
  beforeAll(() => {
    edition = temporaryEdition();
  });
  afterAll(() => edition.remove());
  const lint = (...args: string[]) => candor(['lint', ...args], edition.folder);

  test('a line for each finding; 1 when there is one', async () => {
    expect(await lint()).toEqual({ exitCode: 1, stdout: lines(...shifts), stderr: '' });
    expect(await lint('tau-airline')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('as JSON', async () => {
    const { exitCode, stdout } = await lint('shifts', '--json');
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      1,
      {
        findings: [
          {
            file: 'fixtures/worlds/shifts/contract.yml',
            line: 9,
            rule: 'uncovered_tables',
            message:
              'no list claims removals from assignments, of which unassign removes rows: they are neither claimed nor missed',
            advice: 'add a list with claims: removal on it',
          },
          {
            file: 'fixtures/worlds/shifts/contract.yml',
            line: 24,
            rule: 'unused_reasons',
            message:
              'no reference of the 7 solved tasks gives the reason double_booked, so it is never right there',
            advice: 'add tasks in which it is a reason, or take it out',
          },
          {
            file: 'fixtures/worlds/shifts/tasks.jsonl',
            line: 6,
            rule: 'nothing_required',
            message: 'task shifts-6 requires no part, so complete is true whatever the agent does',
            advice: 'require a part, or leave the task out',
          },
        ],
        skipped: [],
      },
    ]);
  });

  test('no such world', async () => {
    expect(await lint('shifts', 'tau')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'candor: candor lint tau: no such world in edition.yml; known are shifts, tau-airline\n',
    });
  });
});

test('what tasks and attempts give, and lines of tasks that cannot be taken', async () => {
  const edition = temporaryEdition();
  const file = (name: string) => join(edition.folder, 'fixtures/worlds/shifts', name);
  rewrite(file('tasks.jsonl'), text =>
    text.replace('"reasons":["no_qualified_staff"]', '"reasons":["on_leave"]'),
  );
  appendFileSync(file('tasks.jsonl'), '{"task_id":"shifts-10","world":"shifts"}\n');
  rewrite(file('attempts.jsonl'), text =>
    text.replace('"final_state":{', '"final_state":{"staff":[],"shifts":null,'),
  );
  const { exitCode, stdout, stderr } = await candor(['lint', 'shifts'], edition.folder);
  edition.remove();
  expect([exitCode, stderr]).toEqual([
    1,
    'candor: shifts: skipped: fixtures/worlds/shifts/tasks.jsonl:10: required_parts: missing_field (must be given)\n',
  ]);
  expect(stdout).toBe(
    lines(
      'fixtures/worlds/shifts/contract.yml:8: uncovered_tables: no list claims anything of staff, and attempts give it in final_state: a change of it goes unseen; add a list on it, or leave it out of final_state where it cannot change',
      ...shifts.slice(0, 2),
      'fixtures/worlds/shifts/tasks.jsonl:2: unknown_reasons: the reference of shifts-2 gives the reason on_leave, which the contract does not have in open_issues: no agent can give it; have on_leave: impossible among the reasons, or correct the reference',
      ...shifts.slice(2),
    ),
  );
});

test('a world that no source has', async () => {
  const edition = temporaryEdition(yml => yml.replace(/ {2}- world: shifts\n.*\n.*\n/, ''));
  const { exitCode, stdout, stderr } = await candor(['lint', 'shifts'], edition.folder);
  edition.remove();
  expect([exitCode, stdout, stderr]).toEqual([
    1,
    lines(...shifts.slice(0, 1)),
    lines(
      'candor: shifts: skipped: unused_reasons, unknown_reasons, no_infeasible_tasks, nothing_required: there are no tasks',
      'candor: shifts: skipped: uncovered_tables, of tables that no tool writes or removes from: there are no attempts',
    ),
  ]);
});
