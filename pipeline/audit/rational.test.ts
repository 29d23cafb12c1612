import { expect, test } from 'vitest';
import {
  add,
  compare,
  decimal,
  divide,
  fraction,
  multiply,
  parseRational,
  rational,
  subtract,
} from './rational.ts';

test('decimals as they are written', () => {
  expect(['0.0375', '.5', '1', '1.000', '-0.25'].map(text => fraction(parseRational(text)))).toEqual([
    '3/80',
    '1/2',
    '1',
    '1',
    '-1/4',
  ]);
  expect(() => parseRational('1e-7')).toThrow('1e-7: no decimal');
  expect(() => parseRational('.')).toThrow('.: no decimal');
});

test('fractions in lowest terms, the sign above', () => {
  const [third, half] = [rational(1, 3), rational(-2, -4)];
  expect(fraction(add(third, half))).toBe('5/6');
  expect(fraction(subtract(third, half))).toBe('-1/6');
  expect(fraction(multiply(third, half))).toBe('1/6');
  expect(fraction(divide(third, rational(-1, 2)))).toBe('-2/3');
  expect([compare(third, half), compare(half, rational(2, 4)), compare(half, third)]).toEqual([-1, 0, 1]);
  expect(() => divide(third, rational(0))).toThrow('a fraction over 0');
});

test('as a decimal, rounded half to even', () => {
  const shown = (a: number, b: number, digits: number) => decimal(rational(a, b), digits);
  expect([shown(1, 3, 4), shown(2, 3, 4), shown(-2, 3, 4)]).toEqual(['0.3333', '0.6667', '-0.6667']);
  expect([shown(1, 8, 2), shown(3, 8, 2), shown(-1, 8, 2)]).toEqual(['0.12', '0.38', '-0.12']);
  expect([shown(7, 1, 3), shown(-1, 1000, 2), shown(41, 2, 1)]).toEqual(['7', '0', '20.5']);
});
