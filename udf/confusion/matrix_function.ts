import { BIGINT, DOUBLE, DuckDBDoubleVector, DuckDBScalarFunction, LIST } from '@duckdb/node-api';
import { bigintLists, numbers } from '../column.ts';
import type { Matrix } from './matrix.ts';

/** SQL: `name(matrix BIGINT[]) → DOUBLE` of a square matrix, row after row; null for null and where it is undefined. */
export function matrixFunction(
  name: string,
  metric: (matrix: Matrix) => number | null,
): DuckDBScalarFunction {
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: [LIST(BIGINT)],
    returnType: DOUBLE,
    specialHandling: true,
    mainFunction: (_info, input, output) => {
      if (!(output instanceof DuckDBDoubleVector)) throw new Error(`${name}: the result is no DOUBLE`);
      const matrices = bigintLists(input, 0);
      for (let row = 0; row < input.rowCount; row++)
        output.setItem(row, matrices.isValid(row) ? metric(numbers(name, matrices, row)) : null);
      output.flush();
    },
  });
}
