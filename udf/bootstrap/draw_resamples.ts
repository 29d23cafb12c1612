import type { Random } from '../xoshiro128.ts';
import { binomial } from './binomial.ts';
import { addUp, type Clusters, type Statistic } from './clusters.ts';
import type { Distribution } from './distribution.ts';

/** A binomial draw costs about as much as drawing so many clusters one by one. */
const BINOMIAL_COST = 25;

/** Work of a resample, in clusters drawn one by one. */
export function drawCost({ counts, kindOf }: Clusters): number {
  return Math.min(kindOf.length, counts.length * BINOMIAL_COST);
}

/**
 * Draws resamples: as many clusters as there are, with replacement, each with everything that is in it. Where there are far
 * more clusters than kinds of them, how often each kind comes is drawn at once: the same distribution, for less.
 *
 * @param resamples how many
 */
export function drawResamples(
  clusters: Clusters,
  statistic: Statistic,
  resamples: number,
  random: Random,
): Distribution {
  const { counts, kindOf, width } = clusters;
  const drawn = new Uint32Array(kindOf.length);
  const tally = new Uint32Array(counts.length);
  const sums = new Float64Array(width);
  const values = new Float64Array(resamples);
  const atOnce = drawCost(clusters) < kindOf.length;
  let defined = 0;
  for (let resample = 0; resample < resamples; resample++) {
    if (atOnce) multinomial(clusters, tally, random);
    else {
      random.fill(drawn, kindOf.length);
      count(drawn, kindOf, tally);
    }
    addUp(clusters, tally, sums);
    const value = statistic(sums);
    if (!Number.isNaN(value)) values[defined++] = value;
  }
  return {
    kind: 'drawn',
    values: values.slice(0, defined).sort(),
    weights: new Float64Array(defined).fill(1),
    undefinedShare: (resamples - defined) / resamples,
  };
}

/** Kind after kind: of the clusters that are left, those of this kind among this and the later ones. */
function multinomial({ counts, kindOf }: Clusters, tally: Uint32Array, random: Random): void {
  let [left, later] = [kindOf.length, kindOf.length];
  for (let kind = 0; kind < counts.length; kind++) {
    const count = counts[kind] as number;
    const found = binomial(random, left, count / later);
    tally[kind] = found;
    left -= found;
    later -= count;
  }
}

function count(drawn: Uint32Array, kindOf: Uint32Array, tally: Uint32Array): void {
  tally.fill(0);
  for (let i = 0; i < drawn.length; i++) {
    const kind = kindOf[drawn[i] as number] as number;
    tally[kind] = (tally[kind] as number) + 1;
  }
}
