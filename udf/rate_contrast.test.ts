import { describe, expect, test } from 'vitest';
import { openDatabase } from '../pipeline/dag/database.ts';
import { twoSidedP, twoSidedT } from './distributions.ts';
import { rateContrast, rateContrastFunction } from './rate_contrast.ts';

/** A task: k and n of the part, k and n of the rest. */
type Task = readonly [number, number, number, number];

function sumsOf(tasks: readonly Task[]) {
  const sum = (of: (task: Task) => number) => tasks.reduce((total, task) => total + of(task), 0);
  const rates = (k: (task: Task) => number, n: (task: Task) => number) => ({
    k: sum(k),
    n: sum(n),
    kk: sum(task => k(task) ** 2),
    kn: sum(task => k(task) * n(task)),
    nn: sum(task => n(task) ** 2),
  });
  return {
    part: rates(
      ([k]) => k,
      ([, n]) => n,
    ),
    whole: rates(
      ([k, , other]) => k + other,
      ([, n, , other]) => n + other,
    ),
    crossed: {
      kk: sum(([k, , other]) => k * (k + other)),
      kn: sum(([k, n, , other]) => k * (n + other)),
      nk: sum(([k, n, other]) => n * (k + other)),
      nn: sum(([, n, , other]) => n * (n + other)),
    },
    clusters: tasks.length,
  };
}

describe('rate_contrast', () => {
  test('sums give what the definition gives task by task', () => {
    const tasks: Task[] = [
      [3, 5, 0, 0],
      [1, 1, 2, 6],
      [0, 0, 4, 7],
      [2, 3, 1, 1],
      [0, 4, 0, 2],
    ];
    const [part, rest, all] = [6 / 13, 7 / 16, 13 / 29];
    const squares = (own: number, other: number) =>
      tasks.reduce((sum, [k, n, l, m]) => sum + ((k - n * own) / 13 - (l - m * other) / 16) ** 2, 0);
    const reach = twoSidedT(0.95, 4) * Math.sqrt((5 / 4) * squares(part, rest));
    const found = rateContrast(sumsOf(tasks), 0.95);
    expect(found?.difference).toBeCloseTo(part - rest, 12);
    expect(found?.lower).toBeCloseTo(part - rest - reach, 12);
    expect(found?.upper).toBeCloseTo(part - rest + reach, 12);
    expect(found?.p).toBeCloseTo(twoSidedP((part - rest) / Math.sqrt((5 / 4) * squares(all, all)), 4), 12);
  });

  test('of both sides in every task, with equal numbers, it is the paired t', () => {
    const tasks: Task[] = [
      [3, 4, 1, 4],
      [2, 4, 2, 4],
      [4, 4, 1, 4],
      [1, 4, 0, 4],
      [2, 4, 3, 4],
    ];
    const differences = tasks.map(([k, n, other]) => (k - other) / n);
    const mean = differences.reduce((total, one) => total + one, 0) / 5;
    const error = Math.sqrt(differences.reduce((total, one) => total + (one - mean) ** 2, 0) / 4 / 5);
    const { difference, lower, upper } = rateContrast(sumsOf(tasks), 0.95) ?? {
      difference: 0,
      lower: 0,
      upper: 0,
    };
    expect(difference).toBeCloseTo(mean, 12);
    expect(lower).toBeCloseTo(mean - twoSidedT(0.95, 4) * error, 12);
    expect(upper).toBeCloseTo(Math.min(1, mean + twoSidedT(0.95, 4) * error), 12);
  });

  test('where nothing varies there is no p-value; 0 of all against all of all has one', () => {
    const nothing: Task[] = Array.from({ length: 6 }, () => [0, 2, 0, 2]);
    expect(rateContrast(sumsOf(nothing), 0.95)).toEqual({ difference: 0, lower: null, upper: null, p: null });
    const all: Task[] = Array.from({ length: 12 }, (_, i) => (i < 6 ? [0, 1, 0, 0] : [0, 0, 1, 1]));
    expect(rateContrast(sumsOf(all), 0.95)).toMatchObject({ difference: -1, lower: null, upper: null });
    expect(rateContrast(sumsOf(all), 0.95)?.p).toBeLessThan(0.01);
  });

  test('a part that is all, or nothing, or one task: none', () => {
    expect(
      rateContrast(
        sumsOf([
          [1, 2, 0, 0],
          [0, 2, 0, 0],
        ]),
        0.95,
      ),
    ).toBeNull();
    expect(
      rateContrast(
        sumsOf([
          [0, 0, 1, 2],
          [0, 0, 1, 2],
        ]),
        0.95,
      ),
    ).toBeNull();
    expect(rateContrast(sumsOf([[1, 2, 1, 2]]), 0.95)).toBeNull();
  });

  test('what is no part of the whole is an error', () => {
    expect(() =>
      rateContrast(
        sumsOf([
          [3, 2, 1, 2],
          [0, 0, 0, 1],
        ]),
        0.95,
      ),
    ).toThrow(new Error('rate_contrast: 3 of 2 are no part of 4 of 5'));
  });

  test('in SQL: nulls as null', async () => {
    const database = await openDatabase(':memory:', { functions: [rateContrastFunction] });
    const { part, whole, crossed, clusters } = sumsOf([
      [1, 2, 0, 3],
      [2, 2, 1, 3],
      [0, 1, 1, 1],
    ]);
    const list = (numbers: Record<string, number>) => `[${Object.values(numbers).join(', ')}]`;
    const rows = await database.rows(`
      select rate_contrast(${list(part)}, ${list(whole)}, ${list(crossed)}, clusters, 0.95) as contrast
      from (values (${clusters}), (null)) as clusters(clusters)`);
    database.close();
    expect(rows).toEqual([
      { contrast: rateContrast({ part, whole, crossed, clusters }, 0.95) },
      { contrast: null },
    ]);
  });
});
