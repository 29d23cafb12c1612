import { BIGINT, DOUBLE, DuckDBDoubleVector, DuckDBScalarFunction, LIST } from '@duckdb/node-api';
import { bigintLists, bigints, numbers } from '../column.ts';
import { f1 } from './f1.ts';
import { type Matrix, margins } from './matrix.ts';

/**
 * The mean F1 of the first `labels` classes: those that are looked for. The rest, as a claim that cannot be read, only
 * takes attempts away from them.
 *
 * Source: macro F1 as in Opitz and Burst 2019, arXiv:1911.03347, formula 1. Held against sklearn
 * (fixtures/oracles/confusion.json), which has 0 for a class that is neither claimed nor actual.
 *
 * @returns null where one of these classes is neither claimed nor actual: it has no F1, which is not 0
 * @throws Error naming the function when the matrix is not square, a count is negative or there are fewer classes
 */
export function macroF1(matrix: Matrix, labels: number): number | null {
  const { classes, actual, claimed } = margins('macro_f1', matrix);
  if (!(labels >= 1 && labels <= classes))
    throw new Error(`macro_f1: ${labels} labels are not within 1 and ${classes} classes`);
  let sum = 0;
  for (let i = 0; i < labels; i++) {
    const hits = matrix[i * classes + i] ?? 0;
    const score = f1(hits, (claimed[i] ?? 0) - hits, (actual[i] ?? 0) - hits).f1;
    if (score === null) return null;
    sum += score;
  }
  return sum / labels;
}

/** SQL: `macro_f1(matrix BIGINT[], labels BIGINT) → DOUBLE`; null for null and where it is undefined. */
export const macroF1Function = DuckDBScalarFunction.create({
  name: 'macro_f1',
  parameterTypes: [LIST(BIGINT), BIGINT],
  returnType: DOUBLE,
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBDoubleVector)) throw new Error('macro_f1: the result is no DOUBLE');
    const matrices = bigintLists(input, 0);
    const labels = bigints(input, 1);
    for (let row = 0; row < input.rowCount; row++) {
      const given = matrices.isValid(row) && labels.isValid(row);
      output.setItem(
        row,
        given ? macroF1(numbers('macro_f1', matrices, row), Number(labels.items[row])) : null,
      );
    }
    output.flush();
  },
});
