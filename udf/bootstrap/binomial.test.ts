import { expect, test } from 'vitest';
import { namedRandom } from '../xoshiro128.ts';
import { binomial } from './binomial.ts';

/** Probabilities of 0 … n, one from the other outward of the mode. */
function probabilities(n: number, p: number): number[] {
  const found = new Array<number>(n + 1).fill(0);
  const mode = Math.floor((n + 1) * p);
  found[mode] = 1;
  for (let k = mode; k < n; k++) found[k + 1] = (((found[k] ?? 0) * (n - k)) / (k + 1)) * (p / (1 - p));
  for (let k = mode; k > 0; k--) found[k - 1] = (((found[k] ?? 0) * k) / (n - k + 1)) * ((1 - p) / p);
  const total = found.reduce((sum, share) => sum + share, 0);
  return found.map(share => share / total);
}

test.each([
  [5, 0.3],
  [1000, 0.004],
  [40, 0.5],
  [200, 0.08],
  [1000, 0.3],
  [1000, 0.93],
  [50_000, 0.0005],
  [50_000, 0.1],
])('of %d trials at %d: as often as the binomial has it', (n, p) => {
  const draws = 100_000;
  const random = namedRandom(`${n} ${p}`);
  const counts = new Map<number, number>();
  for (let i = 0; i < draws; i++) {
    const k = binomial(random, n, p);
    counts.set(k, (counts.get(k) ?? 0) + 1);
  }
  let [chiSquare, cells, rare, rareDrawn] = [0, 0, 0, 0];
  for (const [k, share] of probabilities(n, p).entries()) {
    if (share * draws < 10) {
      rare += share * draws;
      rareDrawn += counts.get(k) ?? 0;
      continue;
    }
    chiSquare += ((counts.get(k) ?? 0) - share * draws) ** 2 / (share * draws);
    cells += 1;
  }
  if (rare >= 1) chiSquare += (rareDrawn - rare) ** 2 / rare;
  // of the chi-square with this many degrees of freedom: its mean, and four deviations
  expect(chiSquare).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
});

test('no trials, and what never or always succeeds', () => {
  const random = namedRandom('ends');
  expect(binomial(random, 0, 0.5)).toBe(0);
  expect(binomial(random, 7, 0)).toBe(0);
  expect(binomial(random, 7, 1)).toBe(7);
});
