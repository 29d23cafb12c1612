import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  candor,
  rewrite,
  type TemporaryEdition,
  temporaryEdition,
} from '../../fixtures/temporary_edition.ts';

let edition: TemporaryEdition;
beforeAll(() => {
  edition = temporaryEdition();
});
afterAll(() => edition.remove());

const schema = (...args: string[]) => candor(['schema', ...args], edition.folder);

describe('candor schema', () => {
  test('of each kind, on standard output', async () => {
    const titles = await Promise.all(
      [
        ['report', 'shifts'],
        ['attempt'],
        ['attempt', 'shifts'],
        ['task'],
        ['task', 'tau-airline'],
        ['world'],
      ].map(async args => {
        const { exitCode, stdout, stderr } = await schema(...args);
        expect([exitCode, stderr]).toEqual([0, '']);
        const { $schema, title } = JSON.parse(stdout);
        expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
        return title;
      }),
    );
    expect(titles).toEqual([
      'Report of shifts, version 1',
      'Attempt',
      'Attempt of shifts, version 1',
      'Task',
      'Task of tau-airline, version 1',
      'World contract',
    ]);
  });

  test('a report of the only world there is', async () => {
    const one = temporaryEdition(yml =>
      yml.replace(/ {2}shifts: .*\n/, '').replace(/ {2}- world: shifts\n.*\n.*\n/, ''),
    );
    const { exitCode, stdout } = await candor(['schema', 'report'], one.folder);
    one.remove();
    expect([exitCode, JSON.parse(stdout).title]).toEqual([0, 'Report of tau-airline, version 1']);
  });

  const wrong: [string, string[], string][] = [
    [
      'of what?',
      [],
      'candor schema: say of what: report, attempt, task or world; then the world, where it is of one',
    ],
    ['a kind misspelt', ['reports'], 'candor schema reports: no such schema; did you mean "report"?'],
    [
      'which world?',
      ['report'],
      'candor schema report: say of which world: candor schema report shifts | tau-airline',
    ],
    [
      'no such world',
      ['task', 'shift'],
      'candor schema task shift: no such world in edition.yml; did you mean "shifts"?',
    ],
    [
      'a world of contracts',
      ['world', 'shifts'],
      'candor schema world: all contracts have one schema; leave out shifts',
    ],
    ['no configuration', ['report', '--config', 'no.yml'], 'no.yml: no such file; name one that exists'],
  ];
  test.each(wrong)('%s', async (_, args, message) => {
    expect(await schema(...args)).toEqual({ exitCode: 2, stdout: '', stderr: `candor: ${message}\n` });
  });

  test('a contract that is broken', async () => {
    const broken = temporaryEdition();
    rewrite(`${broken.folder}/fixtures/worlds/shifts/contract.yml`, text => text.replace('table: messages', 'table: mesages')); // biome-ignore format: one line
    const { exitCode, stderr } = await candor(['schema', 'report', 'shifts'], broken.folder);
    broken.remove();
    expect([exitCode, stderr]).toEqual([
      2,
      'candor: fixtures/worlds/shifts/contract.yml:23: report.messages_sent.table: unknown table "mesages"; did you mean "messages"?\n',
    ]);
  });
});
