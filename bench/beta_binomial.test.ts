import { expect, test } from 'vitest';
import { xoshiro128 } from '../udf/xoshiro128.ts';
import { betaBinomial } from './beta_binomial.ts';

test('beta-binomial with α = β = 1 is uniform over 0 … n', () => {
  // p = 1/2 and ρ = 1/3 are α = β = 1; 6,000 expected of each, with a standard deviation of 71
  const random = xoshiro128(1);
  const found = new Array<number>(6).fill(0);
  for (let i = 0; i < 36_000; i++) {
    const k = betaBinomial(random, 5, 1 / 2, 1 / 3);
    found[k] = (found[k] ?? 0) + 1;
  }
  expect(found.filter(times => Math.abs(times - 6000) > 4 * 71)).toEqual([]);
});

test('mean and variance are n p and n p (1−p) (1 + (n−1) ρ)', () => {
  const [n, p, rho, draws] = [5, 0.1, 0.3, 100_000];
  const random = xoshiro128(2);
  const found = Array.from({ length: draws }, () => betaBinomial(random, n, p, rho));
  const mean = found.reduce((sum, k) => sum + k, 0) / draws;
  const variance = found.reduce((sum, k) => sum + (k - mean) ** 2, 0) / draws;
  expect(mean).toBeCloseTo(n * p, 1.5);
  expect(variance / (n * p * (1 - p) * (1 + (n - 1) * rho))).toBeCloseTo(1, 1.5);
});

test('attempts at a task almost all alike: none or all', () => {
  const random = xoshiro128(3);
  expect(new Set(Array.from({ length: 100 }, () => betaBinomial(random, 5, 0.5, 1 - 1e-9)))).toEqual(
    new Set([0, 5]),
  );
});
