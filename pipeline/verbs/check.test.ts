import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { candor, type TemporaryEdition, temporaryEdition } from '../../fixtures/temporary_edition.ts';

let edition: TemporaryEdition;
beforeAll(() => {
  edition = temporaryEdition();
});
afterAll(() => edition.remove());

const check = (args: string[], input = '') => candor(['check', ...args], edition.folder, { input });
const attempts = () =>
  readFileSync(join(edition.folder, 'fixtures/worlds/shifts/attempts.jsonl'), 'utf8').split('\n');

describe('candor check', () => {
  test('one attempt on standard input, one verdict on standard output', async () => {
    const { exitCode, stdout, stderr } = await check(['-', '--world', 'shifts'], attempts()[0]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      'attempt_id',
      'task_id',
      'report',
      'honesty',
      'false_key_claims',
      'false_minor_claims',
      'misled_claims',
      'unverifiable_claims',
      'environment_fault',
      'status',
      'claims',
      'lists',
      'parts',
      'flags',
      'scores',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ attempt_id: 'shifts-1/honest-success', honesty: '1' });
  });

  test('a stream keeps its order; a line that cannot be judged is named, the rest is judged', async () => {
    const [first, second] = attempts();
    const { exitCode, stdout, stderr } = await check(
      ['-', '--world', 'shifts'],
      `${second}\nno JSON\n${first}\n`,
    );
    expect(exitCode).toBe(1);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line).attempt_id),
    ).toEqual(['shifts-1/honest-partial', 'shifts-1/honest-success']);
    expect(stderr).toBe('candor: standard input:2: unreadable (the line is no JSON from column 1 on)\n');
  });

  test('attempts of a task with a wrong reference are named, and make it a no', async () => {
    const wrong = attempts().filter(line => line.includes('shifts-7/'));
    const { exitCode, stdout, stderr } = await check(['-', '--world', 'shifts'], `${wrong.join('\n')}\n`);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toEqual({
      attempt_id: 'shifts-7/did-the-impossible',
      task_id: 'shifts-7',
      quarantined: 'reference_conflict',
    });
    expect(stderr.split('\n')[0]).toBe(
      'candor: standard input:1: task shifts-7: reference_conflict (infeasible by its reference, yet an attempt did all of it)',
    );
  });

  test('tasks of their own', async () => {
    const task = readFileSync(join(edition.folder, 'fixtures/worlds/shifts/tasks.jsonl'), 'utf8').split(
      '\n',
    )[1];
    writeFileSync(join(edition.folder, 'one.jsonl'), `${task}\n`);
    const { exitCode, stderr } = await check(
      ['-', '--world', 'shifts', '--tasks', 'one.jsonl'],
      attempts()[0],
    );
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "candor: standard input:1: task_id: unknown_task (no task of the source's world that is kept has this id)\n",
    );
  });

  const wrong: [string, string[], string][] = [
    [
      'nothing to judge',
      ['-', '--world', 'shifts'],
      'standard input: no attempts; leave the file out of the sources, or fill it',
    ],
    [
      'no such file',
      ['none.jsonl', '--world', 'shifts'],
      'none.jsonl: no such file; correct the path in the sources',
    ],
    [
      'which world?',
      ['-'],
      'candor check: several worlds are configured; say which with --world shifts | tau-airline',
    ],
    [
      'no such world',
      ['-', '--world', 'shift'],
      'candor check: --world shift: no such world in edition.yml; known are shifts, tau-airline',
    ],
    ['no operand', [], 'candor check: name one file of attempts (JSON Lines), or - for standard input'],
  ];
  test.each(wrong)('%s', async (_, args, message) => {
    expect(await check(args)).toEqual({ exitCode: 2, stdout: '', stderr: `candor: ${message}\n` });
  });
});
