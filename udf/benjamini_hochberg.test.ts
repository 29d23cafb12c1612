import { expect, test } from 'vitest';
import { oracle } from '../fixtures/oracle.ts';
import { openDatabase } from '../pipeline/dag/database.ts';
import { benjaminiHochberg, benjaminiHochbergFunction } from './benjamini_hochberg.ts';

const { p, q, ...published } = oracle<{ p: number[]; q: number[]; 'rejected_at_0.05': number }>(
  'benjamini_hochberg.json',
);

test('the example of the paper: as in statsmodels, and as many are rejected as the paper says', () => {
  const found = benjaminiHochberg(p);
  for (const [i, value] of q.entries()) expect(Math.abs((found[i] ?? 2) - value)).toBeLessThan(1e-12);
  expect(found.filter(value => (value ?? 1) <= 0.05)).toHaveLength(published['rejected_at_0.05']);
});

test('the order of the tests is that of the list, whatever it is', () => {
  expect(benjaminiHochberg([...p].reverse())).toEqual([...benjaminiHochberg(p)].reverse());
});

test('what is not tested stays null and does not count; equal p-values have equal q-values', () => {
  expect(benjaminiHochberg([null, 0.02, null, 0.02, 1])).toEqual([null, 0.03, null, 0.03, 1]);
  expect(benjaminiHochberg([])).toEqual([]);
});

test.each([-0.1, 1.1, Number.NaN])('%d is no probability', value => {
  expect(() => benjaminiHochberg([0.5, value])).toThrow(
    new Error(`benjamini_hochberg: ${value} is not within 0 and 1`),
  );
});

test('in SQL: lists row by row, nulls as null, element by element', async () => {
  const database = await openDatabase(':memory:', { functions: [benjaminiHochbergFunction] });
  const rows = await database.rows(`
    select benjamini_hochberg(p) as q
    from (values (1, [0.02, null, 0.5]::double[]), (2, null), (3, []), (4, [0.25])) as lists(i, p) order by i`);
  database.close();
  expect(rows).toEqual([{ q: [0.04, null, 0.5] }, { q: null }, { q: [] }, { q: [0.25] }]);
});
