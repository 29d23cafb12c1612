import { BIGINT, DOUBLE, DuckDBScalarFunction, DuckDBStructVector, STRUCT } from '@duckdb/node-api';
import { bigints } from '../column.ts';

/** What was found of what is so, and what is so of what was found. Null is undefined: 0/0. */
export type Retrieval = {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
};

/**
 * Precision, recall and F1 of `hits` found rightly, `wrong` found wrongly and `missed`.
 *
 * Source: van Rijsbergen 1979, Information Retrieval, chapter 7; F1 = 2·hits / (2·hits + wrong + missed), so it is 0, not
 * undefined, where only precision or only recall is. Held against sklearn (fixtures/oracles/confusion.json), which has 0
 * where one is undefined.
 *
 * @throws Error naming the function when a count is negative or no number
 */
export function f1(hits: number, wrong: number, missed: number): Retrieval {
  for (const count of [hits, wrong, missed]) if (!(count >= 0)) throw new Error(`f1: ${count} is no count`);
  return {
    precision: share(hits, hits + wrong),
    recall: share(hits, hits + missed),
    f1: share(2 * hits, 2 * hits + wrong + missed),
  };
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** SQL: `f1(hits BIGINT, wrong BIGINT, missed BIGINT) → STRUCT(precision, recall, f1 DOUBLE)`; null for null. */
export const f1Function = DuckDBScalarFunction.create({
  name: 'f1',
  parameterTypes: [BIGINT, BIGINT, BIGINT],
  returnType: STRUCT({ precision: DOUBLE, recall: DOUBLE, f1: DOUBLE }),
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBStructVector)) throw new Error('f1: the result is no struct');
    const [hits, wrong, missed] = [bigints(input, 0), bigints(input, 1), bigints(input, 2)];
    for (let row = 0; row < input.rowCount; row++) {
      const given = hits.isValid(row) && wrong.isValid(row) && missed.isValid(row);
      const found = given
        ? f1(Number(hits.items[row]), Number(wrong.items[row]), Number(missed.items[row]))
        : null;
      output.setItem(row, found && { entries: { ...found } });
    }
    output.flush();
  },
});
