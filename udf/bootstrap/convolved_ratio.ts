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

/** Points of the transform: a power of two above what Σk can reach. */
export function transformLength(lattice: Lattice, clusters: number): number {
  return 2 ** Math.ceil(Math.log2(lattice.steps * clusters + 1));
}

/** The distribution of the resampled ratio over all G^G resamples. */
export function convolvedRatio({ sums, counts, kindOf }: Clusters, lattice: Lattice): Distribution {
  const size = kindOf.length;
  const length = transformLength(lattice, size);
  const share = { re: new Float64Array(length), im: new Float64Array(length) };
  for (const [kind, count] of counts.entries()) {
    const point = ((sums[2 * kind] as number) - lattice.least) / lattice.step;
    share.re[point] = (share.re[point] as number) + count / size;
  }
  transform(share, -1);
  powers(share, size);
  transform(share, 1);
  const points = lattice.steps * size + 1;
  const values = new Float64Array(points);
  for (let i = 0; i < points; i++)
    values[i] = (lattice.least * size + i * lattice.step) / (lattice.size * size);
  // what rounding leaves below 0 is nothing
  const weights = share.re.slice(0, points).map(weight => Math.max(0, weight / length));
  return { kind: 'exact', values, weights, undefinedShare: 0 };
}

function divisor(a: number, b: number): number {
  let [left, right] = [a, b];
  while (right !== 0) [left, right] = [right, left % right];
  return left;
}
