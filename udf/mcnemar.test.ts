import { expect, test } from 'vitest';
import { oracle } from '../fixtures/oracle.ts';
import { openDatabase } from '../pipeline/dag/database.ts';
import { mcnemar, mcnemarFunction } from './mcnemar.ts';

test.each(Object.entries(oracle<Record<string, number>>('mcnemar.json')))('%s: as in scipy', (pairs, p) => {
  const [one, other] = pairs.split(',').map(Number) as [number, number];
  expect(Math.abs(mcnemar(one, other) - p)).toBeLessThan(1e-12);
  expect(mcnemar(other, one)).toBe(mcnemar(one, other));
});

/** Twice the lower tail in whole numbers of any size: the definition. */
function exactly(one: number, other: number): number {
  const pairs = BigInt(one + other);
  let ways = 1n;
  let sum = 0n;
  for (let i = 0n; i <= BigInt(Math.min(one, other)); i++) {
    sum += ways;
    ways = (ways * (pairs - i)) / (i + 1n);
  }
  const digits = 10n ** 60n;
  return Math.min(1, Number((2n * sum * digits) / 2n ** pairs) / 1e60);
}

test.each([
  [400, 500],
  [980, 1020],
  [4000, 4300],
  [0, 90],
])('%d and %d: as in whole numbers', (one, other) => {
  expect(mcnemar(one, other) / exactly(one, other)).toBeCloseTo(1, 9);
});

test('beyond what a double can tell from 0: 0', () => {
  expect(mcnemar(0, 5000)).toBe(0);
  expect(mcnemar(100_000, 100_000)).toBe(1);
});

test.each([-1, 0.5, Number.NaN])('%d is no count', count => {
  expect(() => mcnemar(3, count)).toThrow(new Error(`mcnemar: ${count} is no count of pairs`));
});

test('in SQL: row by row, nulls as null', async () => {
  const database = await openDatabase(':memory:', { functions: [mcnemarFunction] });
  const rows = await database.rows(
    'select mcnemar(one, 2) as p from (values (8), (null), (2)) as pairs(one)',
  );
  database.close();
  expect(rows).toEqual([{ p: mcnemar(8, 2) }, { p: null }, { p: 1 }]);
});
