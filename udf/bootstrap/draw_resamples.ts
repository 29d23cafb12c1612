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
  const columns = columnsOf(clusters);
  const drawn = new Uint32Array(kindOf.length);
  const tally = new Uint32Array(counts.length);
  const sums = new Float64Array(width);
  const values = new Float64Array(resamples);
  const atOnce = drawCost(clusters) < kindOf.length;
  let defined = 0;
  for (let resample = 0; resample < resamples; resample++) {
    if (atOnce) {
      multinomial(clusters, tally, random);
      addUp(clusters, tally, sums);
    } else if (width === 2) random.sumDrawn(columns[0] as Float64Array, columns[1] as Float64Array, sums);
    else {
      random.fill(drawn, kindOf.length);
      for (let i = 0; i < width; i++) sums[i] = sumOf(columns[i] as Float64Array, drawn);
    }
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

/** Of each sum the values of all clusters. */
function columnsOf({ width, sums, kindOf }: Clusters): Float64Array[] {
  return Array.from({ length: width }, (_, i) =>
    Float64Array.from(kindOf, kind => sums[kind * width + i] as number),
  );
}

/** By four sums side by side: one would wait for each addition before the next. */
function sumOf(values: Float64Array, drawn: Uint32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = drawn.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    a += values[drawn[i] as number] as number;
    b += values[drawn[i + 1] as number] as number;
    c += values[drawn[i + 2] as number] as number;
    d += values[drawn[i + 3] as number] as number;
  }
  for (let i = whole; i < drawn.length; i++) a += values[drawn[i] as number] as number;
  return a + b + (c + d);
}
