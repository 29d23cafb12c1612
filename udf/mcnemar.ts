import { BIGINT, DOUBLE, DuckDBDoubleVector, DuckDBScalarFunction } from '@duckdb/node-api';
import { bigints } from './column.ts';

/**
 * The exact two-sided p-value of McNemar's test: of `one` + `other` pairs that differ, how surprising it is that they
 * differ so unevenly if both ways are equally likely.
 *
 * Source: McNemar 1947, Psychometrika 12:153–157; twice the lower binomial tail, at most 1. Held against scipy and
 * statsmodels (fixtures/oracles/mcnemar.json).
 *
 * @returns 1 when no pair differs
 * @throws Error naming the counts when one is negative or no whole number
 */
export function mcnemar(one: number, other: number): number {
  for (const count of [one, other])
    if (!(Number.isSafeInteger(count) && count >= 0))
      throw new Error(`mcnemar: ${count} is no count of pairs`);
  const [few, pairs] = [Math.min(one, other), one + other];
  if (2 * few >= pairs) return 1;
  // C(pairs, few) / 2^pairs, its factors taken so that neither it nor its parts leave the range of doubles
  let term = 1;
  let halvings = pairs;
  for (let i = 1; i <= few; i++) {
    term *= (pairs - few + i) / i;
    while (term > 1e200 && halvings >= 300) {
      term *= 2 ** -300;
      halvings -= 300;
    }
  }
  let share = 1;
  let sum = 1;
  for (let i = few; i > 0 && share > 1e-18; i--) {
    share *= i / (pairs - i + 1);
    sum += share;
  }
  for (; halvings > 0 && term > 0; halvings -= Math.min(halvings, 300)) term *= 2 ** -Math.min(halvings, 300);
  return Math.min(1, 2 * term * sum);
}

/** SQL: `mcnemar(one BIGINT, other BIGINT) → DOUBLE`; null for null. */
export const mcnemarFunction = DuckDBScalarFunction.create({
  name: 'mcnemar',
  parameterTypes: [BIGINT, BIGINT],
  returnType: DOUBLE,
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBDoubleVector)) throw new Error('mcnemar: the result is no DOUBLE');
    const [one, other] = [bigints(input, 0), bigints(input, 1)];
    for (let row = 0; row < input.rowCount; row++) {
      const given = one.isValid(row) && other.isValid(row);
      output.setItem(row, given ? mcnemar(Number(one.items[row]), Number(other.items[row])) : null);
    }
    output.flush();
  },
});
