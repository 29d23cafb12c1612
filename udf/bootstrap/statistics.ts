import { accuracy, balancedAccuracy } from '../confusion/accuracy.ts';
import { kappa } from '../confusion/kappa.ts';
import { macroF1 } from '../confusion/macro_f1.ts';
import { mcc } from '../confusion/mcc.ts';
import type { Statistic } from './clusters.ts';

/** A statistic that SQL can name, and how many sums of a cluster it takes; null: any square matrix. */
export type NamedStatistic = { readonly width: number | null; readonly of: Statistic };

/** NaN is what is undefined. */
const ratio = (k: number, n: number) => (n === 0 ? Number.NaN : k / n);

/**
 * What a bootstrap can be of.
 *   ratio       k / n of (k, n): a rate, or a mean as the sum of values over their number
 *   difference  k / n − other_k / other_n of (k, n, other_k, other_n): paired, as both are of the same resample
 *   the rest    of a confusion matrix, row after row; macro_f1 of all but its last class, which is that of claims that
 *               cannot be read
 */
export const statistics: Readonly<Record<string, NamedStatistic>> = {
  ratio: { width: 2, of: sums => ratio(sums[0] as number, sums[1] as number) },
  difference: {
    width: 4,
    of: sums => ratio(sums[0] as number, sums[1] as number) - ratio(sums[2] as number, sums[3] as number),
  },
  accuracy: { width: null, of: sums => accuracy(sums) ?? Number.NaN },
  balanced_accuracy: { width: null, of: sums => balancedAccuracy(sums) ?? Number.NaN },
  macro_f1: { width: null, of: sums => macroF1(sums, Math.sqrt(sums.length) - 1) ?? Number.NaN },
  kappa: { width: null, of: sums => kappa(sums) ?? Number.NaN },
  mcc: { width: null, of: sums => mcc(sums) ?? Number.NaN },
};
