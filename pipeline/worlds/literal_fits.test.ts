import { expect, test } from 'vitest';
import { columnType } from './column_type.ts';
import { literalFits } from './literal_fits.ts';

test.each([
  ['text', ['B', '', 7], [7.5, true, null]],
  ['integer', [7, -7, '7'], [7.5, '07', 'seven', true]],
  ['decimal(5,2)', [7, 7.25, '7.250', '1e2'], [7.255, 1000, '7,25', false]],
  ['boolean', [true, 'false'], ['yes', 1]],
  ['date', ['2026-12-01'], ['2026-12-32', 20261201]],
  ['timestamp', ['2026-12-01T22:00'], ['2026-12-01', 0]],
  ['list(text)', [], ['B']],
] as const)('A32 a literal of type %s', (type, good, bad) => {
  expect(good.filter(literal => !literalFits(literal, columnType(type)))).toEqual([]);
  expect(bad.filter(literal => literalFits(literal, columnType(type)))).toEqual([]);
});
