import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figures } from '../fixtures/oracle.ts';
import { openDatabase } from '../pipeline/dag/database.ts';
import { wilson, wilsonFunction } from './wilson.ts';

describe('wilson', () => {
  test('agrees with statsmodels to 1e-9', () => {
    const rows = figures<'k' | 'n' | 'confidence' | 'lower' | 'upper'>('wilson.csv');
    expect(rows.length).toBeGreaterThan(500);
    for (const { k, n, confidence, lower, upper } of rows) {
      const interval = wilson(k, n, confidence);
      expect(Math.abs((interval?.lower ?? Number.NaN) - lower), `${k}/${n} at ${confidence}`).toBeLessThan(
        1e-9,
      );
      expect(Math.abs((interval?.upper ?? Number.NaN) - upper), `${k}/${n} at ${confidence}`).toBeLessThan(
        1e-9,
      );
    }
  });

  test.each(figures<'k' | 'n' | 'confidence' | 'lower' | 'upper' | 'decimals'>('wilson_published.csv'))(
    '$k/$n at $confidence as printed',
    figure => {
      const { k, n, confidence, lower, upper, decimals } = figure;
      const interval = wilson(k, n, confidence);
      expect(interval?.lower.toFixed(decimals)).toBe(lower.toFixed(decimals));
      expect(interval?.upper.toFixed(decimals)).toBe(upper.toFixed(decimals));
    },
  );

  test('its z is the quantile of the normal', () => {
    for (const { p, z } of figures<'p' | 'z'>('normal_quantiles.csv')) {
      if (p === 0.5) continue;
      // with k = 0 the upper end is z² / (n + z²)
      const upper = wilson(0, 1, 2 * p - 1)?.upper ?? 0;
      expect(Math.sqrt(upper / (1 - upper))).toBeCloseTo(z, 9);
    }
  });

  test('no trials: none; nothing to say is not 0 to 1', () => expect(wilson(0, 0, 0.95)).toBeNull());

  test.each([
    [3, 2, 0.95, 'wilson: k 3 is not within 0 and n 2'],
    [-1, 2, 0.95, 'wilson: k -1 is not within 0 and n 2'],
    [Number.NaN, 2, 0.95, 'wilson: k NaN is not within 0 and n 2'],
    [1, 2, 1, 'wilson: confidence 1 is not between 0 and 1'],
    [1, 2, Number.NaN, 'wilson: confidence NaN is not between 0 and 1'],
  ])('%d of %d at %d: an error that names the values', (k, n, confidence, message) => {
    expect(() => wilson(k, n, confidence)).toThrow(new Error(message));
  });

  test('within 0 and 1, around the share, mirrored, and growing with k', () => {
    const trials = fc.integer({ min: 1, max: 100_000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const confidence = fc.double({ min: 0.5, max: 0.9999, noNaN: true });
    fc.assert(
      fc.property(trials, share, confidence, (n, p, level) => {
        const k = Math.round(p * n);
        const { lower, upper } = wilson(k, n, level) ?? { lower: Number.NaN, upper: Number.NaN };
        const mirrored = wilson(n - k, n, level);
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeLessThanOrEqual(1);
        expect(lower).toBeLessThanOrEqual(k / n);
        expect(upper).toBeGreaterThanOrEqual(k / n);
        expect(mirrored?.lower).toBeCloseTo(1 - upper, 10);
        if (k < n) expect(wilson(k + 1, n, level)?.lower).toBeGreaterThan(lower);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe('wilson in SQL', () => {
  const query = async (sql: string) => {
    const database = await openDatabase(':memory:', { functions: [wilsonFunction] });
    try {
      return await database.rows(sql);
    } finally {
      database.close();
    }
  };

  test('row by row, over more than a chunk, nulls and no trials as null', async () => {
    const rows = await query(`
      select i, wilson(k, n, 0.95) as interval
      from (select i, if(i % 7 = 0, null, i % 5) as k, if(i % 5 = 0, 0, 5) as n from range(5000) as numbers(i))
      order by i`);
    for (const row of rows) {
      const i = Number(row.i);
      const expected = i % 7 === 0 ? null : wilson(i % 5, i % 5 === 0 ? 0 : 5, 0.95);
      expect(row.interval).toEqual(expected);
    }
  });

  test('an impossible count names its values', async () => {
    await expect(query('select wilson(3, 2, 0.95)')).rejects.toThrow('wilson: k 3 is not within 0 and n 2');
  });
});
