import { addUp, type Clusters, type Statistic } from './clusters.ts';
import type { Distribution } from './distribution.ts';

/** How many different resamples there are: ways to draw G clusters of D kinds, order aside; Infinity beyond 2⁵³. */
export function differentResamples({ counts, kindOf }: Clusters): number {
  let ways = 1;
  for (let i = 1; i < counts.length; i++) {
    ways = (ways * (kindOf.length + i)) / i;
    if (ways > Number.MAX_SAFE_INTEGER) return Number.POSITIVE_INFINITY;
  }
  return Math.round(ways);
}

/** Every resample that there is, with its probability: what drawing ever more of them tends to. */
export function allResamples(clusters: Clusters, statistic: Statistic): Distribution {
  const { counts, kindOf, width } = clusters;
  const size = kindOf.length;
  const tally = new Float64Array(counts.length);
  const sums = new Float64Array(width);
  const found: { value: number; weight: number }[] = [];
  let undefinedShare = 0;
  const visit = (kind: number, left: number, weight: number) => {
    const share = (counts[kind] as number) / size;
    if (kind === counts.length - 1) {
      tally[kind] = left;
      addUp(clusters, tally, sums);
      const value = statistic(sums);
      const whole = weight * share ** left;
      if (Number.isNaN(value)) undefinedShare += whole;
      else found.push({ value, weight: whole });
      return;
    }
    // C(left, times) · share^times, one after the other
    let factor = 1;
    for (let times = 0; times <= left; times++) {
      tally[kind] = times;
      visit(kind + 1, left - times, weight * factor);
      factor *= ((left - times) / (times + 1)) * share;
    }
  };
  visit(0, size, 1);
  found.sort((a, b) => a.value - b.value || a.weight - b.weight);
  return {
    kind: 'exact',
    values: Float64Array.from(found, one => one.value),
    weights: Float64Array.from(found, one => one.weight),
    undefinedShare,
  };
}
