import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { misuse } from '../failure.ts';
import { compileDesigns } from './compile_designs.ts';
import { readEditionConfig } from './edition_config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "candor's designs [1] "));
  mkdirSync(join(folder, 'shifts', 'quality'), { recursive: true });
  for (const file of [
    'shifts/contract.yml',
    'shifts/quality/spread.sql',
    'contract.yml',
    'tasks',
    'attempts',
  ])
    writeFileSync(join(folder, file), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const edition = `edition: first
title: A first edition
date: 2026-11-30
licence: CC-BY-4.0
worlds: {shifts: shifts/contract.yml, bare: contract.yml}
sources: [{world: shifts, tasks: tasks, attempts: attempts}]
minor_cost: 0.25
confidence: 0.95
slices: [[agent]]
formats: [parquet]
`;
const good = `designs:
  plain:
    parts: {total: 0.54}
    honesty: {weight: 0.15}
    gate: part
    escalation: all
  whole:
    parts: {weights: [0.18, '.2', 1]}
    honesty: {weight: 0, gate: outside, minor_cost: 0}
    quality: {weight: 0.31, mode: per_part, model: spread}
    face_value: {weight: 0.2, complete: 1, partial: 0.5, blocked: 0.3}
    gate: task
    escalation: none
`;

async function read(designs: string) {
  const path = join(folder, 'edition.yml');
  writeFileSync(path, edition + designs);
  return readEditionConfig(path);
}

test('in their order, weights as they are written, the minor cost of the edition where a design has none', async () => {
  const { designs, minor_cost } = await read(good);
  expect(compileDesigns(designs, minor_cost)).toEqual([
    {
      name: 'plain',
      parts: 'total',
      partsWeight: '0.54',
      weights: [],
      honestyWeight: '0.15',
      minorCost: '0.25',
      honestyGate: 'inside',
      quality: null,
      faceValue: { weight: '0', complete: '0', partial: '0', blocked: '0' },
      gate: 'part',
      escalation: 'all',
    },
    {
      name: 'whole',
      parts: 'weights',
      partsWeight: null,
      weights: ['0.18', '.2', '1'],
      honestyWeight: '0',
      minorCost: '0',
      honestyGate: 'outside',
      quality: { weight: '0.31', mode: 'per_part', model: 'spread' },
      faceValue: { weight: '0.2', complete: '1', partial: '0.5', blocked: '0.3' },
      gate: 'task',
      escalation: 'none',
    },
  ]);
});

test('an edition without designs', async () => expect((await read('')).designs).toEqual({}));

describe('errors name file, line, field and the nearest name', () => {
  const decimal = 'must be a decimal from 0 to 1, of at most 12 digits';
  const cases: [string, string, string, string][] = [
    [
      'a design misspelt',
      'gate: part',
      'gat: part',
      '15: designs.plain.gat: unknown key "gat"; did you mean "gate"?',
    ],
    ['a missing field', '    gate: part\n', '', '12: designs.plain.gate: missing; one of task, part, none'],
    [
      'an unknown gate',
      'gate: part',
      'gate: parts',
      '15: designs.plain.gate: unknown value "parts"; did you mean "part"?',
    ],
    [
      'an unknown credit',
      'escalation: all',
      'escalation: al',
      '16: designs.plain.escalation: unknown value "al"; did you mean "all"?',
    ],
    [
      'an unknown mode',
      'mode: per_part',
      'mode: per_parts',
      '20: designs.whole.quality.mode: unknown value "per_parts"; did you mean "per_part"?',
    ],
    ['a weight above 1', 'weight: 0.15', 'weight: 1.5', `14: designs.plain.honesty.weight: ${decimal}`],
    ['a weight that is none', '{total: 0.54}', '{total: half}', `13: designs.plain.parts.total: ${decimal}`],
    [
      'a weight of thirteen digits',
      "'.2'",
      "'.2000000000001'",
      `18: designs.whole.parts.weights[1]: ${decimal}`,
    ],
    [
      'a negative cost',
      'minor_cost: 0}',
      'minor_cost: -1}',
      `19: designs.whole.honesty.minor_cost: ${decimal}`,
    ],
    ['no weight at all', "[0.18, '.2', 1]", '[]', '18: designs.whole.parts.weights: must not be empty'],
    [
      'a weighing misspelt',
      '{total: 0.54}',
      '{totl: 0.54}',
      '13: designs.plain.parts.totl: unknown key "totl"; did you mean "total"?',
    ],
    [
      'two weighings',
      '{total: 0.54}',
      '{total: 0.54, each: 0.18}',
      '13: designs.plain.parts.total: "total" does not go with each; leave it out',
    ],
    [
      'honesty outside of no gate',
      'gate: task',
      'gate: none',
      '19: designs.whole.honesty.gate: there is no gate to be outside of; leave it out, or set gate: task',
    ],
    [
      'a name with a space',
      '  plain:',
      '  plain one:',
      '12: designs.plain one: must be a name: letters, digits, _ and -, no digit first',
    ],
    [
      'a model misspelt',
      'model: spread',
      'model: spraed',
      '20: designs.whole.quality.model: no world has the model quality/spraed.sql beside its contract; did you mean "spread"?',
    ],
    [
      'one model read in two ways',
      '    gate: part',
      '    quality: {weight: 0.1, mode: free, model: spread}\n    gate: part',
      '21: designs.whole.quality.model: "spread" is read part by part here and by attempt by plain; write a model for each',
    ],
  ];
  test.each(cases)('%s', async (_, from, to, message) => {
    const changed = good.replace(from, to);
    expect(changed).not.toBe(good);
    await expect(read(changed)).rejects.toThrow(misuse(`${join(folder, 'edition.yml')}:${message}`));
  });

  test('a model where no world has any: a world was left out', async () => {
    rmSync(join(folder, 'shifts', 'quality'), { recursive: true });
    expect(Object.keys((await read(good)).designs)).toEqual(['plain', 'whole']);
  });
});
