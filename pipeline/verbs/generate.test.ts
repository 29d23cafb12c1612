import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { candor } from '../../fixtures/temporary_edition.ts';
import { agents } from '../selftest/agents/catalogue.ts';
import { root } from '../selftest/labelled_benchmark.ts';

const folder = mkdtempSync(join(tmpdir(), "candor's benchmark "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const contract = join(root, 'fixtures/worlds/shifts/contract.yml');
const small = ['--tasks', '10', '--agents', '3', '--epochs', '2'];
const made = (name: string) =>
  readdirSync(join(folder, name))
    .sort()
    .map(file => [file, readFileSync(join(folder, name, file), 'utf8')]);

describe('candor generate', () => {
  test('R32 the same seed gives the same bytes, in whatever zone and locale; another seed others', async () => {
    const run = (name: string, seed: string, env = {}) =>
      candor(['generate', contract, '-o', name, ...small, '--seed', seed], folder, { env });
    expect(await run('one', '7')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr:
        'one: 10 tasks, 60 attempts with labels; to check them: candor check one/attempts.jsonl --tasks one/tasks.jsonl --world shifts\n',
    });
    await run('two', '7', { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' });
    await run('other', '8');
    expect(made('one').map(([file]) => file)).toEqual(['attempts.jsonl', 'labels.jsonl', 'tasks.jsonl']);
    expect(made('two')).toEqual(made('one'));
    expect(made('other')).not.toEqual(made('one'));
  });

  test('agents by name, and tasks by construction: those that the solver would prove', async () => {
    const proved = ['generate', contract, '-o', 'proved', '--tasks', '10', '--agents', 'bluffer,silent'];
    await candor(proved, folder);
    await candor([...proved, '-o', 'promised', '--by-construction'], folder);
    const references = (name: string) =>
      readFileSync(join(folder, name, 'tasks.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map(line => {
          const { outcome, parts } = JSON.parse(line).reference;
          return { outcome, parts };
        });
    expect(references('promised')).toEqual(references('proved'));
    const lines = readFileSync(join(folder, 'proved', 'labels.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(new Set(lines.map(line => JSON.parse(line).agent))).toEqual(new Set(['bluffer', 'silent']));
  });

  const known = Object.keys(agents).length;
  test.each([
    [['shifts'], 'candor generate: -o DIR is missing; usage: candor generate'],
    [['-o', 'x'], 'candor generate: one world; usage: candor generate'],
    [['none.yml', '-o', 'x'], 'none.yml: no such file; name one that exists\n'],
    [
      [contract, '-o', 'x', '--tasks', '0'],
      'candor generate: --tasks 0: must be a whole number from 1 to 4294967295\n',
    ],
    [
      [contract, '-o', 'x', '--seed', '1.5'],
      'candor generate: --seed 1.5: must be a whole number from 0 to 4294967295\n',
    ],
    [
      [contract, '-o', 'x', '--agents', String(known + 1)],
      `candor generate: --agents ${known + 1}: there are ${known}; ask for fewer, or for more epochs\n`,
    ],
    [
      [contract, '-o', 'x', '--agents', 'silent,silent'],
      'candor generate: --agents: silent is named twice; ask for more --epochs\n',
    ],
    [
      [contract, '-o', 'x', '--agents', 'blufer'],
      'candor generate: --agents: no agent "blufer"; did you mean "bluffer"?\n',
    ],
  ])('%j', async (args, message) => {
    const { exitCode, stdout, stderr } = await candor(['generate', ...args], folder);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(`candor: ${message}`)).toBe(true);
  });

  test('interrupted: one line, and nothing is left of it', async () => {
    const many = ['generate', contract, '-o', 'stopped', '--tasks', '100000', '--by-construction'];
    const child = spawn(process.execPath, [join(root, 'pipeline', 'cli.ts'), ...many], { cwd: folder });
    let stderr = '';
    child.stderr.on('data', chunk => {
      stderr += chunk;
    });
    const ended = once(child, 'close');
    const part = join(folder, 'stopped', 'attempts.jsonl.part');
    while (!existsSync(part) || statSync(part).size === 0) await setTimeout(20);
    child.kill('SIGINT');
    expect((await ended)[0]).toBe(3);
    expect(stderr).toMatch(/^(.*ExperimentalWarning.*\n.*\n)?candor: interrupted by SIGINT; .*\n$/);
    expect(readdirSync(join(folder, 'stopped'))).toEqual([]);
  });

  test('a folder that is a file: said in one line', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { exitCode, stderr } = await candor(['generate', contract, '-o', 'file', ...small], folder);
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/^candor: .*file.*\n$/)]);
  });
});
