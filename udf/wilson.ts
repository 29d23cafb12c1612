import { BIGINT, DOUBLE, DuckDBScalarFunction, DuckDBStructVector, STRUCT } from '@duckdb/node-api';
import { bigints, doubles } from './column.ts';
import { twoSidedZ } from './distributions.ts';

/** Both ends of an interval for a share, within 0 and 1. */
export type Interval = { readonly lower: number; readonly upper: number };

/**
 * The Wilson score interval of k successes in n independent trials.
 *
 * Source: Wilson 1927, JASA 22:209–212; as method 3 of Newcombe 1998, Stat Med 17:857–872. Held against the published
 * digits of the latter and against statsmodels (fixtures/oracles). The normal quantile is exact to double precision.
 *
 * @param confidence nominal coverage, between 0 and 1: 0.95
 * @returns null when there were no trials
 * @throws Error naming the values when k is not within 0 and n, or the confidence not between 0 and 1
 */
export function wilson(k: number, n: number, confidence: number): Interval | null {
  if (!(confidence > 0 && confidence < 1))
    throw new Error(`wilson: confidence ${confidence} is not between 0 and 1`);
  if (!(k >= 0 && k <= n)) throw new Error(`wilson: k ${k} is not within 0 and n ${n}`);
  if (n === 0) return null;
  return scoreInterval(k / n, n, twoSidedZ(confidence));
}

/** The same of a share p and a number of trials that need not be whole: above 0. */
export function scoreInterval(p: number, n: number, z: number): Interval {
  const centre = p + (z * z) / (2 * n);
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return {
    lower: p === 0 ? 0 : Math.max(0, (centre - spread) / scale),
    upper: p === 1 ? 1 : Math.min(1, (centre + spread) / scale),
  };
}

/** SQL: `wilson(k BIGINT, n BIGINT, confidence DOUBLE) → STRUCT(lower DOUBLE, upper DOUBLE)`; null for null and for n = 0. */
export const wilsonFunction = DuckDBScalarFunction.create({
  name: 'wilson',
  parameterTypes: [BIGINT, BIGINT, DOUBLE],
  returnType: STRUCT({ lower: DOUBLE, upper: DOUBLE }),
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBStructVector)) throw new Error('wilson: the result is no struct');
    const k = bigints(input, 0);
    const n = bigints(input, 1);
    const confidence = doubles(input, 2);
    for (let row = 0; row < input.rowCount; row++) {
      const given = k.isValid(row) && n.isValid(row) && confidence.isValid(row);
      const interval = given
        ? wilson(Number(k.items[row]), Number(n.items[row]), Number(confidence.items[row]))
        : null;
      output.setItem(row, interval && { entries: { lower: interval.lower, upper: interval.upper } });
    }
    output.flush();
  },
});
