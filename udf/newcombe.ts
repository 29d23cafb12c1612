import { DOUBLE, DuckDBScalarFunction, DuckDBStructVector, STRUCT } from '@duckdb/node-api';
import { doubles } from './column.ts';
import type { Interval } from './wilson.ts';

/** A share and its interval. */
export type Share = Interval & { readonly rate: number };

/**
 * The interval of the difference of two shares that have nothing in common, from the interval of each.
 *
 * Source: method 10 (hybrid score) of Newcombe 1998, Stat Med 17:873–890, whose intervals are Wilson's. Held against
 * its table II (fixtures/oracles/newcombe_published.csv). With Wilson intervals on an effective n it holds for
 * clustered attempts, too (MOVER, Zou and Donner 2008, Stat Med 27:1693–1702).
 *
 * @throws Error naming the values when a share is not within its interval, or the interval not within 0 and 1
 */
export function newcombe(one: Share, other: Share): Interval {
  // an end that is the share itself may be off by a rounding
  for (const { rate, lower, upper } of [one, other])
    if (!(0 <= lower && lower <= rate + 1e-12 && rate - 1e-12 <= upper && upper <= 1))
      throw new Error(`newcombe: ${rate} is not within ${lower} and ${upper}, or these not within 0 and 1`);
  const difference = one.rate - other.rate;
  return {
    lower: Math.max(-1, difference - Math.hypot(one.rate - one.lower, other.upper - other.rate)),
    upper: Math.min(1, difference + Math.hypot(one.upper - one.rate, other.rate - other.lower)),
  };
}

/**
 * SQL: `newcombe(rate, lower, upper, other_rate, other_lower, other_upper)`, all DOUBLE
 * `→ STRUCT(lower DOUBLE, upper DOUBLE)` of rate − other_rate; null for null.
 */
export const newcombeFunction = DuckDBScalarFunction.create({
  name: 'newcombe',
  parameterTypes: [DOUBLE, DOUBLE, DOUBLE, DOUBLE, DOUBLE, DOUBLE],
  returnType: STRUCT({ lower: DOUBLE, upper: DOUBLE }),
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBStructVector)) throw new Error('newcombe: the result is no struct');
    const columns = [0, 1, 2, 3, 4, 5].map(column => doubles(input, column));
    for (let row = 0; row < input.rowCount; row++) {
      const given = columns.every(column => column.isValid(row));
      const share = (from: number): Share => ({
        rate: Number(columns[from]?.items[row]),
        lower: Number(columns[from + 1]?.items[row]),
        upper: Number(columns[from + 2]?.items[row]),
      });
      const interval = given ? newcombe(share(0), share(3)) : null;
      output.setItem(row, interval && { entries: { ...interval } });
    }
    output.flush();
  },
});
