import { describe, expect, test } from 'vitest';
import { oracle } from '../../fixtures/oracle.ts';
import { openDatabase } from '../../pipeline/dag/database.ts';
import { functions } from '../register.ts';
import { accuracy, balancedAccuracy } from './accuracy.ts';
import { f1 } from './f1.ts';
import { kappa } from './kappa.ts';
import { macroF1 } from './macro_f1.ts';
import { mcc } from './mcc.ts';

type Class = { precision: number; recall: number; f1: number; support: number; predicted: number };
type Oracle = {
  labels: string[];
  matrix: number[][];
  accuracy: number;
  balanced_accuracy: number;
  cohen_kappa: number | null;
  mcc: number;
  f1_macro_all_labels: number;
  present: string[];
  per_class: Record<string, Class>;
};

const cases = Object.entries(oracle<Record<string, Oracle>>('confusion.json'));
const near = (found: number | null, expected: number | null) =>
  expected === null ? expect(found).toBeNull() : expect(found).toBeCloseTo(expected, 12);

describe.each(cases)('%s: as in sklearn, but for what is undefined', (_name, expected) => {
  const matrix = Float64Array.from(expected.matrix.flat());
  const actual = expected.matrix.map(row => row.reduce((sum, count) => sum + count, 0));
  const claimed = expected.labels.map((_, i) => expected.matrix.reduce((sum, row) => sum + (row[i] ?? 0), 0));
  const kinds = (counts: number[]) => counts.filter(count => count > 0).length;

  test('accuracy, balanced accuracy, kappa', () => {
    near(accuracy(matrix), expected.accuracy);
    near(balancedAccuracy(matrix), expected.balanced_accuracy);
    near(kappa(matrix), expected.cohen_kappa);
  });

  test('mcc is undefined where all are of one class', () =>
    near(mcc(matrix), kinds(actual) > 1 && kinds(claimed) > 1 ? expected.mcc : null));

  test('macro F1 is undefined where one of the labels is nowhere', () =>
    near(
      macroF1(matrix, expected.labels.length),
      expected.present.length === expected.labels.length ? expected.f1_macro_all_labels : null,
    ));

  test.each(expected.labels)('of %s', label => {
    const i = expected.labels.indexOf(label);
    const hits = expected.matrix[i]?.[i] ?? 0;
    const { support, predicted, ...sklearn } = expected.per_class[label] as Class;
    const found = f1(hits, predicted - hits, support - hits);
    near(found.precision, predicted === 0 ? null : sklearn.precision);
    near(found.recall, support === 0 ? null : sklearn.recall);
    near(found.f1, predicted + support === 0 ? null : sklearn.f1);
  });
});

test('a class that is not looked for takes attempts away from the others, and has no F1', () => {
  // of 4 honest ones, one report cannot be read
  const matrix = Float64Array.from([3, 0, 1, 0, 4, 0, 0, 0, 0]);
  expect(macroF1(matrix, 2)).toBeCloseTo((6 / 7 + 1) / 2, 12);
  expect(macroF1(matrix, 3)).toBe(6 / 7 / 3 + 1 / 3);
});

test('without attempts nothing is defined', () => {
  const empty = new Float64Array(9);
  expect([accuracy, balancedAccuracy, kappa, mcc].map(metric => metric(empty))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(f1(0, 0, 0)).toEqual({ precision: null, recall: null, f1: null });
});

test('what is no matrix or no count is an error that names the function', () => {
  expect(() => kappa(new Float64Array(5))).toThrow(new Error('kappa: 5 cells are no square matrix'));
  expect(() => mcc(Float64Array.of(1, -1, 0, 2))).toThrow(new Error('mcc: -1 is no count of attempts'));
  expect(() => f1(1, Number.NaN, 0)).toThrow(new Error('f1: NaN is no count'));
  expect(() => macroF1(new Float64Array(4), 3)).toThrow(
    new Error('macro_f1: 3 labels are not within 1 and 2 classes'),
  );
});

test('in SQL: row by row, nulls and the undefined as null', async () => {
  const database = await openDatabase(':memory:', { functions });
  const rows = await database.rows(`
    select accuracy(m) as accuracy, balanced_accuracy(m) as balanced, kappa(m) as kappa, mcc(m) as mcc,
      macro_f1(m, 2) as macro, f1(m[1], m[3], m[2]) as honest
    from (values (1, [90, 2, 3, 25]::bigint[]), (2, null), (3, [9, 0, 0, 0])) as matrices(i, m) order by i`);
  const failure = database.rows('select kappa([1, null, 0, 1])');
  await expect(failure).rejects.toThrow('kappa: element 2 of a list is null');
  database.close();
  const matrix = Float64Array.of(90, 2, 3, 25);
  expect(rows).toEqual([
    {
      accuracy: accuracy(matrix),
      balanced: balancedAccuracy(matrix),
      kappa: kappa(matrix),
      mcc: mcc(matrix),
      macro: macroF1(matrix, 2),
      honest: f1(90, 3, 2),
    },
    { accuracy: null, balanced: null, kappa: null, mcc: null, macro: null, honest: null },
    {
      accuracy: 1,
      balanced: 1,
      kappa: null,
      mcc: null,
      macro: null,
      honest: { precision: 1, recall: 1, f1: 1 },
    },
  ]);
});
