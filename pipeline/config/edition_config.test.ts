import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { misuse } from '../failure.ts';
import { readEditionConfig } from './edition_config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "candor's config "));
  for (const file of ['contract.yml', 'tasks.jsonl', 'a/2.jsonl', 'a/1.jsonl']) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

const good = `edition: first
title: A first edition
date: 2026-11-30
licence: CC-BY-4.0
worlds: {shifts: contract.yml}
sources:
  - world: shifts
    tasks: tasks.jsonl
    attempts: a/*.jsonl
minor_cost: 0.25
confidence: 0.95
slices: [[agent], [agent, world]]
formats: [parquet]
`;

async function read(text: string) {
  const path = join(folder, 'edition.yml');
  writeFileSync(path, text);
  return readEditionConfig(path);
}

test('globs are resolved in order, defaults filled in, decimals kept as text', async () => {
  const config = await read(good);
  expect(config.sources).toEqual([
    { world: 'shifts', tasks: ['tasks.jsonl'], attempts: ['a/1.jsonl', 'a/2.jsonl'] },
  ]);
  expect(config).toMatchObject({
    minor_cost: '0.25',
    strict: false,
    folder,
    attestation: { chain: 11155111 },
    difficulty: {
      structural: { sum: ['parts', 'reference_steps'], cuts: [4, 8] },
      human_minutes: [15, 60],
      pass_rate: [0.33, 0.67],
    },
    resamples: 2000,
  });
});

describe('A30 the cost of a minor claim is above 0 and at most 1', () => {
  test('a small number as YAML writes it', async () => {
    expect((await read(good.replace('0.25', '0.0000001'))).minor_cost).toBe('0.0000001');
    expect((await read(good.replace('0.25', '0.000000000001'))).minor_cost).toBe('0.000000000001');
  });
  test.each(['1', '0.000000000001', '.5', '1.0'])('%s is', async cost => {
    expect((await read(good.replace('0.25', `'${cost}'`))).minor_cost).toBe(cost);
  });
  test.each(['0', '0.0', '1/3', '', '1.01', '-0.5', '2', '0.0000000000001', 'half'])(
    '%s is not',
    async cost => {
      const message =
        'edition.yml:10: minor_cost: must be a decimal above 0 and at most 1, of at most 12 digits';
      await expect(read(good.replace('0.25', `'${cost}'`))).rejects.toThrow(misuse(join(folder, message)));
    },
  );
});

describe('errors name file, line, field and the nearest name', () => {
  const cases: [string, string, string, string][] = [
    [
      'a key misspelt',
      'confidence:',
      'confidance:',
      'edition.yml:11: confidance: unknown key "confidance"; did you mean "confidence"?',
    ],
    [
      'a key misspelt deeper',
      '    tasks:',
      '    task:',
      'edition.yml:8: sources[0].task: unknown key "task"; did you mean "tasks"?',
    ],
    [
      'an unknown world',
      'world: shifts',
      'world: shift',
      'edition.yml:7: sources[0].world: unknown world "shift"; did you mean "shifts"?',
    ],
    [
      'an unknown format',
      '[parquet]',
      '[parket]',
      'edition.yml:13: formats[0]: unknown value "parket"; did you mean "parquet"?',
    ],
    [
      'four dimensions',
      '[agent, world]',
      '[agent, world, variant, epoch]',
      'edition.yml:12: slices[1]: must name at most three dimensions',
    ],
    [
      'cut points the wrong way round',
      'formats:',
      'difficulty: {human_minutes: [60, 15]}\nformats:',
      'edition.yml:13: difficulty.human_minutes: must be two numbers, the first below the second: where medium begins, and where the next bin does',
    ],
    [
      'an unknown count of difficulty',
      'formats:',
      'difficulty: {structural: {sum: [part]}}\nformats:',
      'edition.yml:13: difficulty.structural.sum[0]: unknown value "part"; did you mean "parts"?',
    ],
    [
      'too few resamples',
      'formats:',
      'resamples: 10\nformats:',
      'edition.yml:13: resamples: must be a whole number from 100 to 1000000',
    ],
    [
      'an unknown dimension',
      '[agent, world]',
      '[agent, wold]',
      'edition.yml:12: slices[1][1]: unknown value "wold"; did you mean "world"?',
    ],
    ['a missing key', 'licence: CC-BY-4.0\n', '', 'edition.yml:1: licence: missing; it is required'],
    [
      'a missing file',
      'tasks.jsonl',
      'task.jsonl',
      'edition.yml:8: sources[0].tasks[0]: task.jsonl: no such file; name files that exist, or a glob that finds some',
    ],
    [
      'a glob that finds nothing',
      'a/*.jsonl',
      'b/*.jsonl',
      'edition.yml:9: sources[0].attempts[0]: b/*.jsonl: no such file; name files that exist, or a glob that finds some',
    ],
    [
      'an absolute path',
      'tasks.jsonl',
      '/tasks.jsonl',
      `edition.yml:8: sources[0].tasks[0]: /tasks.jsonl: an absolute path; name files relative to edition.yml`,
    ],
    [
      'a missing contract',
      'shifts: contract.yml',
      'shifts: contract.yaml',
      'edition.yml:5: worlds.shifts: contract.yaml: no such file; name the contract of the world',
    ],
    [
      'a confidence of 1',
      '0.95',
      '1',
      'edition.yml:11: confidence: must lie between 0 and 1, at most 0.999999',
    ],
    [
      'a cost that is a list',
      'minor_cost: 0.25',
      'minor_cost: [1]',
      'edition.yml:10: minor_cost: must be a decimal above 0 and at most 1, of at most 12 digits',
    ],
    [
      'a confidence that is no number',
      '0.95',
      '.nan',
      'edition.yml:11: confidence: must lie between 0 and 1, at most 0.999999',
    ],
    [
      'a key twice',
      'formats:',
      'title: again\nformats:',
      'edition.yml:13: title: the key is there twice; keep one',
    ],
    [
      'the name of the link',
      'edition: first',
      'edition: latest',
      'edition.yml:1: edition: "latest" is the link to the last edition; take another name',
    ],
    [
      'a date before time',
      '2026-11-30',
      '1960-01-01',
      'edition.yml:3: date: must be a date from 1970 on, as 2026-11-30',
    ],
    [
      'a family twice',
      '[agent, world]]',
      '[agent, world], [world, agent]]',
      'edition.yml:12: slices: a family twice; keep one',
    ],
    [
      'a dimension twice',
      '[agent, world]]',
      '[agent, agent]]',
      'edition.yml:12: slices[1]: names a dimension twice; keep one',
    ],
    [
      'a file twice',
      'a/*.jsonl',
      '[a/*.jsonl, a/1.jsonl]',
      'edition.yml:9: sources[0].attempts: a/1.jsonl: a file named twice; keep one',
    ],
    [
      'no file at all',
      'tasks: tasks.jsonl',
      'tasks: 7',
      'edition.yml:8: sources[0].tasks: must be a file, a glob or a list of them',
    ],
    [
      'an alias of nothing',
      'minor_cost: 0.25',
      'minor_cost: *nope',
      'edition.yml:10: not YAML: Unresolved alias (the anchor must be set before the alias): nope',
    ],
    [
      'a date that is none',
      '2026-11-30',
      '2026-11-31',
      'edition.yml:3: date: must be a date from 1970 on, as 2026-11-30',
    ],
    [
      'broken YAML',
      'licence: CC-BY-4.0',
      'licence: [CC',
      'edition.yml:5: not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
  ];
  test.each(cases)('%s', async (_, from, to, message) => {
    const file = join(folder, 'edition.yml');
    const whole = message.replaceAll('edition.yml', file);
    await expect(read(good.replace(from, to))).rejects.toThrow(misuse(whole));
  });

  test('no configuration', async () => {
    const path = join(folder, 'none.yml');
    await expect(readEditionConfig(path)).rejects.toThrow(
      misuse(`${path}: no such file; name one that exists`),
    );
  });
});
