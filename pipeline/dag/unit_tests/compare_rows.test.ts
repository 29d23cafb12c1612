import { expect, test } from 'vitest';
import { compareRows } from './compare_rows.ts';

const exact = [undefined, undefined];

test('the order of rows is nothing, how often one occurs is', () => {
  const a = ['a', '1'];
  const b = ['b', null];
  expect(compareRows([a, b, a], [a, a, b], exact)).toEqual({ missing: [], extra: [] });
  expect(compareRows([a, b], [a, a, b], exact)).toEqual({ missing: [], extra: [a] });
  expect(compareRows([a, a], [a, b], exact)).toEqual({ missing: [a], extra: [b] });
});

test('null is null, and no text', () => {
  expect(compareRows([['a', null]], [['a', 'null']], exact)).toEqual({
    missing: [['a', null]],
    extra: [['a', 'null']],
  });
});

test('a tolerance is of its column, and includes its end', () => {
  const within = [undefined, 0.5];
  expect(compareRows([['1', '2']], [['1', '2.5']], within)).toEqual({ missing: [], extra: [] });
  expect(compareRows([['1', '2']], [['1', '2.51']], within).missing).toEqual([['1', '2']]);
  expect(compareRows([['1', '2']], [['1.1', '2']], within).missing).toEqual([['1', '2']]);
  expect(compareRows([['1', '2']], [['1', null]], within).missing).toEqual([['1', '2']]);
  expect(compareRows([['1', 'NaN']], [['1', '2']], within).missing).toEqual([['1', 'NaN']]);
});

test('rows are paired so that as many as possible are equal', () => {
  // 1 could take either; were it to keep 1.25, nothing would be left for 1.5
  expect(compareRows([['1'], ['1.5']], [['1.25'], ['0.75']], [0.25])).toEqual({ missing: [], extra: [] });
});
