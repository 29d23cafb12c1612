import { BIGINT, DOUBLE, DuckDBScalarFunction, DuckDBStructVector, LIST, STRUCT } from '@duckdb/node-api';
import { bigints, doubleLists, doubles, numbers } from './column.ts';
import { twoSidedP, twoSidedT } from './distributions.ts';

/** A part of attempts and the whole they are part of, counted task by task, as sums over the tasks. */
export type PartAndWhole = {
  /** Of the part: Σk, Σn, Σk², Σkn, Σn². */
  readonly part: RateSums;
  readonly whole: RateSums;
  /** Over the tasks: k of the part times k and n of the whole, n of the part times k and n of the whole. */
  readonly crossed: { readonly kk: number; readonly kn: number; readonly nk: number; readonly nn: number };
  /** Tasks of the whole. */
  readonly clusters: number;
};

export type RateSums = {
  readonly k: number;
  readonly n: number;
  readonly kk: number;
  readonly kn: number;
  readonly nn: number;
};

/** The rate of the part less that of the rest. Ends and p-value are null where nothing varies between tasks. */
export type Contrast = {
  readonly difference: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly p: number | null;
};

/**
 * A part against the rest: the difference of the two rates, with its interval and a p-value, both clustered by task. A task
 * may have attempts in both: what they have in common is in the covariance.
 *
 * With e_g = (k_g − n_g p)/n of the part less the same of the rest, the variance is G/(G−1) Σe_g² (the linearisation of a
 * ratio: Cochran 1977, Sampling Techniques, 6.4 and 9A.3; Rao and Scott 1992, Biometrics 48:577–585). The interval takes
 * each side's own rate for p; the p-value takes the common one, so that it exists where one side is 0 or 1 (the robust score
 * test: Guo et al. 2005, Stat Med 24:3479–3495). Both are by Student's t of G − 1.
 *
 * @returns null where part or rest has no attempts, or there are fewer than two tasks
 */
export function rateContrast(sums: PartAndWhole, confidence: number): Contrast | null {
  const { part, whole, clusters } = sums;
  const rest = { k: whole.k - part.k, n: whole.n - part.n };
  if (part.n === 0 || rest.n === 0 || clusters < 2) return null;
  if (part.k > part.n || rest.k > rest.n || rest.k < 0 || rest.n < 0)
    throw new Error(`rate_contrast: ${part.k} of ${part.n} are no part of ${whole.k} of ${whole.n}`);
  const [rate, other, common] = [part.k / part.n, rest.k / rest.n, whole.k / whole.n];
  const difference = rate - other;
  const error = Math.sqrt(variance(sums, rate, other));
  const underNull = Math.sqrt(variance(sums, common, common));
  const reach = twoSidedT(confidence, clusters - 1) * error;
  return {
    difference,
    lower: error > 0 ? Math.max(-1, difference - reach) : null,
    upper: error > 0 ? Math.min(1, difference + reach) : null,
    p: underNull > 0 ? twoSidedP(difference / underNull, clusters - 1) : null,
  };
}

function variance({ part, whole, crossed, clusters }: PartAndWhole, rate: number, other: number): number {
  const restSize = whole.n - part.n;
  // e = a·u + b·v − c·w: u, v the residuals of the part at its own and at the other's rate, w those of the whole
  const own = product(part, part.kn, rate, rate);
  const mixed = product(part, part.kn, rate, other);
  const others = product(part, part.kn, other, other);
  const total = product(whole, whole.kn, other, other);
  const ownTotal = crossed.kk - rate * crossed.nk - other * crossed.kn + rate * other * crossed.nn;
  const otherTotal = crossed.kk - other * (crossed.nk + crossed.kn) + other * other * crossed.nn;
  const [a, c] = [1 / part.n, 1 / restSize];
  const squares = a * a * own + c * c * (others + total - 2 * otherTotal) + 2 * a * c * (mixed - ownTotal);
  const scale = clusters / (clusters - 1);
  // what rounding leaves of 0 is 0
  return squares * scale > 1e-24 ? squares * scale : 0;
}

/** Σ(k − n·one)(k − n·two). */
function product({ kk, nn }: RateSums, kn: number, one: number, two: number): number {
  return kk - (one + two) * kn + one * two * nn;
}

/**
 * SQL: `rate_contrast(part DOUBLE[], whole DOUBLE[], crossed DOUBLE[], clusters BIGINT, confidence DOUBLE) →
 * STRUCT(difference, lower, upper, p DOUBLE)`, of [k, n, kk, kn, nn] twice and [kk, kn, nk, nn]; null for null.
 */
export const rateContrastFunction = DuckDBScalarFunction.create({
  name: 'rate_contrast',
  parameterTypes: [LIST(DOUBLE), LIST(DOUBLE), LIST(DOUBLE), BIGINT, DOUBLE],
  returnType: STRUCT({ difference: DOUBLE, lower: DOUBLE, upper: DOUBLE, p: DOUBLE }),
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBStructVector)) throw new Error('rate_contrast: the result is no struct');
    const lists = [0, 1, 2].map(column => doubleLists(input, column));
    const [clusters, confidence] = [bigints(input, 3), doubles(input, 4)];
    for (let row = 0; row < input.rowCount; row++) {
      const given = [...lists, clusters, confidence].every(column => column.isValid(row));
      if (!given) {
        output.setItem(row, null);
        continue;
      }
      const [part, whole, crossed] = lists.map(list => numbers('rate_contrast', list, row));
      const [kk = 0, kn = 0, nk = 0, nn = 0] = crossed ?? [];
      const sums = {
        part: rateSums(part),
        whole: rateSums(whole),
        crossed: { kk, kn, nk, nn },
        clusters: Number(clusters.items[row]),
      };
      const contrast = rateContrast(sums, Number(confidence.items[row]));
      output.setItem(row, contrast && { entries: { ...contrast } });
    }
    output.flush();
  },
});

function rateSums(list: Float64Array | undefined): RateSums {
  const [k = 0, n = 0, kk = 0, kn = 0, nn = 0] = list ?? [];
  return { k, n, kk, kn, nn };
}
