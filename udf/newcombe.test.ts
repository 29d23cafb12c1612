import { expect, test } from 'vitest';
import { figures } from '../fixtures/oracle.ts';
import { openDatabase } from '../pipeline/dag/database.ts';
import { newcombe, newcombeFunction } from './newcombe.ts';
import { wilson } from './wilson.ts';

const share = (k: number, n: number) => ({ rate: k / n, ...(wilson(k, n, 0.95) ?? { lower: 0, upper: 1 }) });

test.each(figures<'k1' | 'n1' | 'k2' | 'n2' | 'lower' | 'upper' | 'decimals'>('newcombe_published.csv'))(
  '$k1/$n1 against $k2/$n2 as printed',
  ({ k1, n1, k2, n2, lower, upper, decimals }) => {
    const interval = newcombe(share(k1, n1), share(k2, n2));
    expect(interval.lower.toFixed(decimals)).toBe(lower.toFixed(decimals));
    expect(interval.upper.toFixed(decimals)).toBe(upper.toFixed(decimals));
  },
);

test('a share outside of its interval is an error that names both', () => {
  expect(() => newcombe({ rate: 0.5, lower: 0.6, upper: 0.7 }, share(1, 2))).toThrow(
    new Error('newcombe: 0.5 is not within 0.6 and 0.7, or these not within 0 and 1'),
  );
  expect(() => newcombe(share(1, 2), { rate: Number.NaN, lower: 0, upper: 1 })).toThrow(
    new Error('newcombe: NaN is not within 0 and 1, or these not within 0 and 1'),
  );
});

test('in SQL: nulls as null', async () => {
  const database = await openDatabase(':memory:', { functions: [newcombeFunction] });
  const { lower, upper } = share(5, 56);
  const rows = await database.rows(`
    select newcombe(rate, ${lower}, ${upper}, 0.5, 0.25, 0.75) as interval
    from (values (5 / 56), (null)) as rates(rate)`);
  database.close();
  const other = { rate: 0.5, lower: 0.25, upper: 0.75 };
  expect(rows).toEqual([{ interval: newcombe(share(5, 56), other) }, { interval: null }]);
});
