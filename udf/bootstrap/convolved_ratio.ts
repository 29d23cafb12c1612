import type { Clusters } from './clusters.ts';
import type { Distribution } from './distribution.ts';
import { powers, transform } from './fourier.ts';

/** The points of k that clusters of one size have: least + i · step, for i from 0 to steps. */
export type Lattice = {
  readonly size: number;
  readonly least: number;
  readonly step: number;
  readonly steps: number;
};

/**
 * Whether k of all clusters lies on a lattice and n is the same for all: then the resampled ratio is Σk / (G·n), and the
 * distribution of Σk is the G-fold convolution of that of k.
 */
export function latticeOf({ width, sums, counts }: Clusters): Lattice | null {
  if (width !== 2) return null;
  const size = sums[1] as number;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let kind = 0; kind < counts.length; kind++) {
    const [k, n] = [sums[2 * kind] as number, sums[2 * kind + 1]];
    if (n !== size || !Number.isSafeInteger(k)) return null;
    [least, most] = [Math.min(least, k), Math.max(most, k)];
  }
  let step = 0;
  for (let kind = 0; kind < counts.length; kind++) step = divisor((sums[2 * kind] as number) - least, step);
  return step === 0 ? null : { size, least, step, steps: (most - least) / step };
}

/** Chance that Σk is out of the window that is computed, at most: far below what rounding leaves. */
const OUTSIDE = 1e-17;

/**
 * Points of the transform: a power of two, above what Σk can reach or above where it is but for `OUTSIDE`, whichever is less.
 * Σk of G draws is off its mean by more than steps · √(G/2 · ln(2/chance)) with that chance at most (Hoeffding 1963, JASA
 * 58:13–30, theorem 2).
 */
export function transformLength({ steps }: Lattice, clusters: number): number {
  const reach = Math.ceil(steps * Math.sqrt((clusters / 2) * Math.log(2 / OUTSIDE)));
  return 2 ** Math.ceil(Math.log2(Math.min(steps * clusters, 2 * reach + 1) + 1));
}

/** The distribution of the resampled ratio over all G^G resamples. */
export function convolvedRatio({ sums, counts, kindOf }: Clusters, lattice: Lattice): Distribution {
  const size = kindOf.length;
  const length = transformLength(lattice, size);
  const share = { re: new Float64Array(length), im: new Float64Array(length) };
  let mean = 0;
  for (const [kind, count] of counts.entries()) {
    const point = ((sums[2 * kind] as number) - lattice.least) / lattice.step;
    const place = point % length;
    share.re[place] = (share.re[place] as number) + count / size;
    mean += point * count;
  }
  transform(share, -1);
  powers(share, size);
  transform(share, 1);
  // the convolution is cyclic: each place holds the one sum of the window, around the mean, that is there modulo its length
  const all = lattice.steps * size + 1;
  const points = Math.min(length, all);
  const first = Math.max(0, Math.min(mean - length / 2, all - points));
  const values = new Float64Array(points);
  const weights = new Float64Array(points);
  for (let i = 0; i < points; i++) {
    values[i] = (lattice.least * size + (first + i) * lattice.step) / (lattice.size * size);
    // what rounding leaves below 0 is nothing
    weights[i] = Math.max(0, (share.re[(first + i) % length] as number) / length);
  }
  return { kind: 'exact', values, weights, undefinedShare: 0 };
}

function divisor(a: number, b: number): number {
  let [left, right] = [a, b];
  while (right !== 0) [left, right] = [right, left % right];
  return left;
}
