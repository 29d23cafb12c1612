/**
 * The values of a statistic over resamples, ascending, each with how much of all resamples it is. Of drawn resamples
 * all weights are 1; of all possible ones they are probabilities.
 */
export type Distribution = {
  readonly kind: 'drawn' | 'exact';
  readonly values: Float64Array;
  readonly weights: Float64Array;
  /** Share of the resamples in which the statistic is undefined: they are left out. */
  readonly undefinedShare: number;
};

/** Values that differ by less are one: it is how far sums in another order may be off. */
const ROUNDING = 1e-12;
/** How far a sum of probabilities from a convolution may be off. */
const LEAK = 1e-11;

/**
 * The quantile. Of drawn values type 7 of Hyndman and Fan 1996, Am Stat 50:361–365 (the default of R and numpy); of an
 * exact distribution, to which type 7 tends with ever more draws, the least value that at least a share p is at or below.
 */
export function quantile({ kind, values, weights }: Distribution, p: number): number {
  if (kind === 'drawn') {
    const position = (values.length - 1) * p;
    const below = Math.floor(position);
    const low = values[below] as number;
    const high = values[Math.min(below + 1, values.length - 1)] as number;
    return low + (position - below) * (high - low);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  for (let i = 0; i < values.length; i++) {
    reached += weights[i] as number;
    if (reached >= p * total - LEAK) return values[i] as number;
  }
  return values.at(-1) as number;
}

/** The share of the resamples that is below a value, those equal to it counted half (as scipy does). */
export function shareBelow({ values, weights }: Distribution, value: number): number {
  const slack = ROUNDING * Math.max(1, Math.abs(value));
  let below = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i] as number;
    const difference = (values[i] as number) - value;
    total += weight;
    if (difference < -slack) below += weight;
    else if (difference <= slack) below += weight / 2;
  }
  return below / total;
}
