import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oracle } from '../fixtures/oracle.ts';
import { openDatabase } from '../pipeline/dag/database.ts';
import { wilson } from './wilson.ts';
import { type ClusterSums, wilsonClustered, wilsonClusteredFunction } from './wilson_clustered.ts';

type Case = { clusters_k_n: [number, number][]; n_star: number; lo: number; hi: number };

const sumsOf = (clusters: readonly (readonly [number, number])[]): ClusterSums => {
  const total = (of: (k: number, n: number) => number) =>
    BigInt(clusters.reduce((sum, [k, n]) => sum + of(k, n), 0));
  return {
    k: total(k => k),
    n: total((_, n) => n),
    clusters: BigInt(clusters.length),
    kk: total(k => k * k),
    kn: total((k, n) => k * n),
    nn: total((_, n) => n * n),
  };
};

describe('wilson_clustered', () => {
  test.each(Object.entries(oracle<Record<string, Case>>('wilson_clustered.json')))(
    '%s: as in 40-digit arithmetic',
    (_name, { clusters_k_n, n_star, lo, hi }) => {
      const interval = wilsonClustered(sumsOf(clusters_k_n), 0.95);
      expect(Math.abs((interval?.effective ?? Number.NaN) - n_star)).toBeLessThan(1e-9);
      expect(Math.abs((interval?.lower ?? Number.NaN) - lo)).toBeLessThan(1e-9);
      expect(Math.abs((interval?.upper ?? Number.NaN) - hi)).toBeLessThan(1e-9);
    },
  );

  test('no attempts, or one task: none, and never 0 to 1', () => {
    expect(wilsonClustered(sumsOf([]), 0.95)).toBeNull();
    expect(wilsonClustered(sumsOf([[2, 5]]), 0.95)).toBeNull();
  });

  const good = sumsOf([
    [1, 2],
    [2, 3],
  ]);
  test.each<[Partial<ClusterSums>, string]>([
    [{ k: 6n }, 'wilson_clustered: k 6 is not within 0 and n 5'],
    [{ k: -1n }, 'wilson_clustered: k -1 is not within 0 and n 5'],
    [{ clusters: 6n }, 'wilson_clustered: 6 clusters are not within 0 and n 5'],
    [{ kk: 9n }, 'wilson_clustered: sums of squares 9, 8, 13 are of no clusters with k 3 and n 5'],
    [{ kk: 1n }, 'wilson_clustered: sums of squares 1, 8, 13 are of no clusters with k 3 and n 5'],
  ])('%o: an error that names the values', (wrong, message) => {
    expect(() => wilsonClustered({ ...good, ...wrong }, 0.95)).toThrow(new Error(message));
  });

  test.each([0, 1, Number.NaN])('confidence %d is none', confidence => {
    expect(() => wilsonClustered(good, confidence)).toThrow(
      new Error(`wilson_clustered: confidence ${confidence} is not between 0 and 1`),
    );
  });

  test('holds the rate, is within 0 and 1, and never narrower than attempts taken as independent', () => {
    const cluster = fc
      .integer({ min: 1, max: 20 })
      .chain(n => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 2, maxLength: 40 }), clusters => {
        const sums = sumsOf(clusters);
        const { lower, upper } = wilsonClustered(sums, 0.95) ?? { lower: Number.NaN, upper: Number.NaN };
        const naive = wilson(Number(sums.k), Number(sums.n), 0.95) ?? { lower: 0, upper: 0 };
        const rate = Number(sums.k) / Number(sums.n);
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeLessThanOrEqual(1);
        expect(lower).toBeLessThanOrEqual(rate + 1e-12);
        expect(upper).toBeGreaterThanOrEqual(rate - 1e-12);
        expect(upper - lower).toBeGreaterThanOrEqual(naive.upper - naive.lower - 1e-12);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe('wilson_clustered in SQL', () => {
  const query = async (sql: string) => {
    const database = await openDatabase(':memory:', { functions: [wilsonClusteredFunction] });
    try {
      return await database.rows(sql);
    } finally {
      database.close();
    }
  };

  test('row by row, over more than a chunk, from sums of any width, nulls as null', async () => {
    const rows = await query(`
      with tasks as (
        select slice, task, task % 4 as k, 3 + task % 2 as n
        from range(3000) as slices(slice), range(slice % 5) as tasks(task)
      ),
      sums as (
        select slice, sum(k) as k, sum(n) as n, count(*) as tasks, sum(k * k) as kk, sum(k * n) as kn, sum(n * n) as nn
        from tasks group by slice
      )
      select slice, wilson_clustered(k::bigint, n::bigint, tasks, kk, kn, nn, 0.95) as interval
      from range(3000) as slices(slice) left join sums using (slice) order by slice`);
    expect(rows).toHaveLength(3000);
    for (const { slice, interval } of rows) {
      const tasks = Number(slice) % 5;
      const clusters = Array.from({ length: tasks }, (_, task): [number, number] => [
        task % 4,
        3 + (task % 2),
      ]);
      expect(interval).toEqual(wilsonClustered(sumsOf(clusters), 0.95));
    }
  });

  test('a count above its number names both', async () => {
    await expect(query('select wilson_clustered(6, 5, 2, 5, 8, 13, 0.95)')).rejects.toThrow(
      'wilson_clustered: k 6 is not within 0 and n 5',
    );
  });
});
