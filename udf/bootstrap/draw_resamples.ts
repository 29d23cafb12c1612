import type { Random } from '../xoshiro128.ts';
import { addUp, type Clusters, type Statistic } from './clusters.ts';
import type { Distribution } from './distribution.ts';

/**
 * Draws resamples: as many clusters as there are, with replacement, each with everything that is in it.
 *
 * @param resamples how many
 */
export function drawResamples(
  clusters: Clusters,
  statistic: Statistic,
  resamples: number,
  random: Random,
): Distribution {
  const size = clusters.kindOf.length;
  const drawn = new Uint32Array(size);
  const tally = new Uint32Array(clusters.counts.length);
  const sums = new Float64Array(clusters.width);
  const values = new Float64Array(resamples);
  let defined = 0;
  for (let resample = 0; resample < resamples; resample++) {
    random.fill(drawn, size);
    count(drawn, clusters.kindOf, tally);
    addUp(clusters, tally, sums);
    const value = statistic(sums);
    if (Number.isNaN(value)) continue;
    values[defined++] = value;
  }
  const found = values.slice(0, defined).sort();
  return {
    kind: 'drawn',
    values: found,
    weights: new Float64Array(defined).fill(1),
    undefinedShare: (resamples - defined) / resamples,
  };
}

function count(drawn: Uint32Array, kindOf: Uint32Array, tally: Uint32Array): void {
  tally.fill(0);
  for (let i = 0; i < drawn.length; i++) {
    const kind = kindOf[drawn[i] as number] as number;
    tally[kind] = (tally[kind] as number) + 1;
  }
}
