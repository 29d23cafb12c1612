import { expect, test } from 'vitest';
import { powers, transform } from './fourier.ts';

test('as by the definition, and back', () => {
  const length = 16;
  const re = Float64Array.from({ length }, (_, i) => (i * i) % 7);
  const im = Float64Array.from({ length }, (_, i) => (3 * i) % 5);
  const found = { re: re.slice(), im: im.slice() };
  transform(found, -1);
  for (let k = 0; k < length; k++) {
    let [sumRe, sumIm] = [0, 0];
    for (let i = 0; i < length; i++) {
      const angle = (-2 * Math.PI * i * k) / length;
      sumRe += (re[i] ?? 0) * Math.cos(angle) - (im[i] ?? 0) * Math.sin(angle);
      sumIm += (re[i] ?? 0) * Math.sin(angle) + (im[i] ?? 0) * Math.cos(angle);
    }
    expect(found.re[k]).toBeCloseTo(sumRe, 11);
    expect(found.im[k]).toBeCloseTo(sumIm, 11);
  }
  transform(found, 1);
  for (let i = 0; i < length; i++) expect((found.re[i] ?? 0) / length).toBeCloseTo(re[i] ?? 0, 12);
});

test('powers: (1 + i)^10 is 32i', () => {
  const number = { re: Float64Array.of(1), im: Float64Array.of(1) };
  powers(number, 10);
  expect([number.re[0], number.im[0]]).toEqual([0, 32]);
});

test('a length that is no power of two is an error', () => {
  expect(() => transform({ re: new Float64Array(6), im: new Float64Array(6) }, 1)).toThrow(
    new Error('fourier: 6 is no power of two'),
  );
});
