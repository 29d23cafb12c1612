import { normalQuantile, normalShare } from '../distributions.ts';
import type { Interval } from '../wilson.ts';
import type { Random } from '../xoshiro128.ts';
import { allResamples, differentResamples } from './all_resamples.ts';
import { addUp, type Clusters, type Statistic } from './clusters.ts';
import { convolvedRatio, latticeOf, transformLength } from './convolved_ratio.ts';
import { type Distribution, quantile, shareBelow } from './distribution.ts';
import { drawCost, drawResamples } from './draw_resamples.ts';

/** How an interval came about: why there is none, or from which resamples. */
export type Method = 'too_few_clusters' | 'undefined' | 'degenerate' | 'exact' | 'resampled';

/** A statistic and what resampling its clusters says about it. */
export type Bootstrap = {
  readonly estimate: number | null;
  readonly percentile: Interval | null;
  /** Also null where no or every resample is below the estimate. */
  readonly bca: Interval | null;
  readonly method: Method;
};

export type BootstrapOptions = {
  readonly confidence: number;
  /** Resamples to draw; with as many or fewer different ones, all are taken instead. */
  readonly resamples: number;
  readonly random: Random;
  /** Whether the statistic is the ratio of the two sums: with clusters of one size it is then exact by convolution. */
  readonly isRatio?: boolean;
};

/**
 * The bootstrap of whole clusters: percentile and BCa intervals of a statistic of sums over tasks.
 *
 * Source: Efron 1987, JASA 82:171–185 (BCa, acceleration from the jackknife over clusters); Davison and Hinkley 1997,
 * section 3.8 (clusters). Held against R's boot, scipy, and the enumeration of all 46,656 resamples of six clusters
 * (fixtures/oracles/bootstrap.json). With equal values in every cluster there is nothing to resample: `degenerate`, no
 * interval. An interval is not given where half of the resamples or more leave the statistic undefined.
 */
export function clusterBootstrap(
  clusters: Clusters,
  statistic: Statistic,
  options: BootstrapOptions,
): Bootstrap {
  const estimate = ofAll(clusters, statistic);
  const none = { percentile: null, bca: null };
  if (Number.isNaN(estimate)) return { estimate: null, ...none, method: 'undefined' };
  if (clusters.kindOf.length < 2) return { estimate, ...none, method: 'too_few_clusters' };
  return bootstrapFrom(distributionOf(clusters, statistic, options), clusters, statistic, options.confidence);
}

/** The intervals that given resamples of two clusters or more make. */
export function bootstrapFrom(
  resampled: Distribution,
  clusters: Clusters,
  statistic: Statistic,
  confidence: number,
): Bootstrap {
  const estimate = ofAll(clusters, statistic);
  const none = { percentile: null, bca: null };
  if (resampled.undefinedShare >= 0.5) return { estimate, ...none, method: 'undefined' };
  const { values, kind } = resampled;
  const spread = (values.at(-1) as number) - (values[0] as number);
  if (spread <= 1e-12 * Math.max(1, Math.abs(estimate))) return { estimate, ...none, method: 'degenerate' };
  const tail = (1 - confidence) / 2;
  return {
    estimate,
    percentile: { lower: quantile(resampled, tail), upper: quantile(resampled, 1 - tail) },
    bca: accelerated(resampled, estimate, tail, jackknifeAcceleration(clusters, statistic)),
    method: kind === 'exact' ? 'exact' : 'resampled',
  };
}

function ofAll(clusters: Clusters, statistic: Statistic): number {
  const sums = new Float64Array(clusters.width);
  addUp(clusters, clusters.counts, sums);
  return statistic(sums);
}

/** All resamples where that is no more work than drawing some of them. */
function distributionOf(clusters: Clusters, statistic: Statistic, options: BootstrapOptions): Distribution {
  const { resamples, random, isRatio = false } = options;
  if (differentResamples(clusters) <= resamples) return allResamples(clusters, statistic);
  const lattice = isRatio ? latticeOf(clusters) : null;
  if (lattice) {
    const length = transformLength(lattice, clusters.kindOf.length);
    if (3 * length * Math.log2(length) <= resamples * drawCost(clusters))
      return convolvedRatio(clusters, lattice);
  }
  return drawResamples(clusters, statistic, resamples, random);
}

function accelerated(
  resampled: Distribution,
  estimate: number,
  tail: number,
  acceleration: number,
): Interval | null {
  const bias = normalQuantile(shareBelow(resampled, estimate));
  if (!Number.isFinite(bias)) return null;
  const shifted = (p: number) => {
    const z = bias + normalQuantile(p);
    return normalShare(bias + z / (1 - acceleration * z));
  };
  return { lower: quantile(resampled, shifted(tail)), upper: quantile(resampled, shifted(1 - tail)) };
}

/** Skewness of the estimates that leave one cluster out, as Efron 1987, formula 6.6; 0 where they are all the same. */
function jackknifeAcceleration(clusters: Clusters, statistic: Statistic): number {
  const { counts, width, sums } = clusters;
  const all = new Float64Array(width);
  addUp(clusters, counts, all);
  const without = new Float64Array(width);
  const left: { value: number; count: number }[] = [];
  for (const [kind, count] of counts.entries()) {
    for (let i = 0; i < width; i++) without[i] = (all[i] as number) - (sums[kind * width + i] as number);
    const value = statistic(without);
    if (!Number.isNaN(value)) left.push({ value, count });
  }
  const total = left.reduce((sum, { count }) => sum + count, 0);
  const mean = left.reduce((sum, { value, count }) => sum + value * count, 0) / total;
  let squares = 0;
  let cubes = 0;
  for (const { value, count } of left) {
    squares += count * (mean - value) ** 2;
    cubes += count * (mean - value) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
