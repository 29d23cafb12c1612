import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { candor, rewrite, temporaryEdition } from '../fixtures/temporary_edition.ts';

describe('bad input', () => {
  const failing = async (change: (folder: string) => void, ...args: string[]) => {
    const bad = temporaryEdition();
    change(bad.folder);
    const { exitCode, stderr, stdout } = await candor(['edition', ...args], bad.folder);
    const left = existsSync(join(bad.folder, 'exports')) ? readdirSync(join(bad.folder, 'exports')) : [];
    bad.remove();
    return { exitCode, stderr, stdout, left };
  };
  const yml = (from: string, to: string) => (folder: string) =>
    rewrite(join(folder, 'edition.yml'), text => text.replace(from, to));

  test('a key misspelt', async () => {
    expect(await failing(yml('confidence:', 'confidance:'))).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'candor: edition.yml:22: confidance: unknown key "confidance"; did you mean "confidence"?\n',
      left: [],
    });
  });

  test('an unknown world', async () => {
    expect(await failing(yml('- world: shifts', '- world: shift'))).toMatchObject({
      exitCode: 2,
      stderr: 'candor: edition.yml:15: sources[1].world: unknown world "shift"; did you mean "shifts"?\n',
    });
  });

  test('a missing file', async () => {
    expect(await failing(folder => rmSync(join(folder, 'fixtures/worlds/shifts/tasks.jsonl')))).toMatchObject(
      {
        exitCode: 2,
        stderr:
          'candor: edition.yml:16: sources[1].tasks[0]: fixtures/worlds/shifts/tasks.jsonl: no such file; name files that exist, or a glob that finds some\n',
      },
    );
  });

  test('an empty file', async () => {
    const empty = await failing(folder =>
      writeFileSync(join(folder, 'fixtures/worlds/shifts/attempts.jsonl'), ''),
    );
    expect(empty).toMatchObject({ exitCode: 2, stdout: '', left: [] });
    expect(empty.stderr.trimEnd().split('\n').at(-1)).toBe(
      'candor: fixtures/worlds/shifts/attempts.jsonl: no attempts; leave the file out of the sources, or fill it',
    );
  });

  test('a line that cannot be read is quarantined, the rest is judged; with strict it ends the run', async () => {
    const spoil = (folder: string) =>
      appendFileSync(join(folder, 'fixtures/worlds/shifts/attempts.jsonl'), '{"attempt_id": 7}\n');
    const spoilt = temporaryEdition();
    spoil(spoilt.folder);
    const { exitCode, stderr } = await candor(['edition'], spoilt.folder);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('read         59 tasks and 264 attempts, 1 line quarantined');
    const kept = readFileSync(join(spoilt.folder, 'target', 'quarantine', 'lines.jsonl'), 'utf8');
    expect(JSON.parse(kept)).toEqual({
      file: 'fixtures/worlds/shifts/attempts.jsonl',
      line: 64,
      field: 'attempt_id',
      reason: 'wrong_type',
      text: '{"attempt_id": 7}',
    });
    spoilt.remove();
    const strict = await failing(folder => {
      spoil(folder);
      yml('strict: false', 'strict: true ')(folder);
    });
    expect(strict).toMatchObject({ exitCode: 1, stdout: '', left: [] });
    expect(strict.stderr).toMatch(
      /candor: fixtures\/worlds\/shifts\/attempts\.jsonl:64: attempt_id: wrong_type.*; correct the line, or set strict: false in edition\.yml\n$/,
    );
  });

  test('a verb misspelt, an option unknown, a number that is none', async () => {
    const edition = temporaryEdition();
    const said = async (...args: string[]) => {
      const { exitCode, stderr } = await candor(args, edition.folder);
      return `${exitCode} ${stderr}`;
    };
    expect(await said('editon')).toBe('2 candor: candor editon: no such verb; did you mean "edition"?\n');
    expect(await said('edition', '--confg', 'x')).toMatch(
      /^2 candor: candor edition: Unknown option '--confg'; usage: candor edition /,
    );
    expect(await said('edition', '--threads', 'two')).toBe(
      '2 candor: candor edition: --threads two: must be a whole number above 0\n',
    );
    expect(await said('edition', '--select', 'slice')).toMatch(/^2 candor: .*slices/);
    const nowhere = await said('verify', 'nowhere');
    edition.remove();
    expect(nowhere).toBe(
      '2 candor: nowhere: no such folder; name the folder of an edition, as exports/latest\n',
    );
  });
});
