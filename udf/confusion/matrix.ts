/** A square confusion matrix, row after row: rows are the actual classes, columns the claimed ones. */
export type Matrix = Float64Array;

/** Sums of a confusion matrix. */
export type Margins = {
  readonly classes: number;
  readonly total: number;
  /** Of the diagonal. */
  readonly agreed: number;
  readonly actual: Float64Array;
  readonly claimed: Float64Array;
};

/**
 * The sums of a matrix.
 *
 * @throws Error naming the function when the matrix is not square, or a count is negative or no number
 */
export function margins(name: string, matrix: Matrix): Margins {
  const classes = Math.sqrt(matrix.length);
  if (!Number.isInteger(classes)) throw new Error(`${name}: ${matrix.length} cells are no square matrix`);
  const actual = new Float64Array(classes);
  const claimed = new Float64Array(classes);
  let total = 0;
  let agreed = 0;
  for (let row = 0; row < classes; row++) {
    for (let column = 0; column < classes; column++) {
      const count = matrix[row * classes + column] ?? 0;
      if (!(count >= 0)) throw new Error(`${name}: ${count} is no count of attempts`);
      actual[row] = (actual[row] ?? 0) + count;
      claimed[column] = (claimed[column] ?? 0) + count;
      total += count;
      if (row === column) agreed += count;
    }
  }
  return { classes, total, agreed, actual, claimed };
}
