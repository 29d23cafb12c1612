import { DOUBLE, DuckDBListValue, DuckDBListVector, DuckDBScalarFunction, LIST } from '@duckdb/node-api';
import { doubleLists } from './column.ts';

/**
 * q-values of a family of tests: the smallest rate of false discoveries at which each would be one.
 *
 * Source: Benjamini and Hochberg 1995, JRSS B 57:289–300, as adjusted p-values. Held against statsmodels on the 15
 * p-values of the paper's example (fixtures/oracles/benjamini_hochberg.json).
 *
 * @param p p-values; null where there is no test: it stays null and does not count
 * @returns as many, in the same order
 * @throws Error naming a value that is no probability
 */
export function benjaminiHochberg(p: readonly (number | null)[]): (number | null)[] {
  const tested = p.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  for (const { value } of tested)
    if (!(value >= 0 && value <= 1)) throw new Error(`benjamini_hochberg: ${value} is not within 0 and 1`);
  tested.sort((a, b) => b.value - a.value || a.index - b.index);
  const q: (number | null)[] = p.map(() => null);
  let least = 1;
  for (const [above, { value, index }] of tested.entries()) {
    least = Math.min(least, (value * tested.length) / (tested.length - above));
    q[index] = least;
  }
  return q;
}

/** SQL: `benjamini_hochberg(p DOUBLE[]) → DOUBLE[]` of the same length; null for null, element by element. */
export const benjaminiHochbergFunction = DuckDBScalarFunction.create({
  name: 'benjamini_hochberg',
  parameterTypes: [LIST(DOUBLE)],
  returnType: LIST(DOUBLE),
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBListVector)) throw new Error('benjamini_hochberg: the result is no list');
    const lists = doubleLists(input, 0);
    const { items } = lists.elements;
    for (let row = 0; row < input.rowCount; row++) {
      if (!lists.isValid(row)) {
        output.setItem(row, null);
        continue;
      }
      const [start, end] = lists.range(row);
      const p = Array.from({ length: end - start }, (_, i) =>
        lists.elements.isValid(start + i) ? Number(items[start + i]) : null,
      );
      output.setItem(row, new DuckDBListValue(benjaminiHochberg(p)));
    }
    output.flush();
  },
});
