import { type Matrix, margins } from './matrix.ts';
import { matrixFunction } from './matrix_function.ts';

/**
 * The share of the diagonal. Held against sklearn (fixtures/oracles/confusion.json).
 *
 * @returns null without attempts
 * @throws Error naming the function when the matrix is not square or a count is negative
 */
export function accuracy(matrix: Matrix): number | null {
  const { total, agreed } = margins('accuracy', matrix);
  return total === 0 ? null : agreed / total;
}

/**
 * The mean recall of the actual classes that occur. Source: Brodersen et al. 2010, ICPR 3121–3124. Held against
 * sklearn (fixtures/oracles/confusion.json).
 *
 * @returns null without attempts
 * @throws Error naming the function when the matrix is not square or a count is negative
 */
export function balancedAccuracy(matrix: Matrix): number | null {
  const { classes, actual } = margins('balanced_accuracy', matrix);
  let sum = 0;
  let occurring = 0;
  for (const [i, count] of actual.entries()) {
    if (count === 0) continue;
    occurring += 1;
    sum += (matrix[i * classes + i] ?? 0) / count;
  }
  return occurring === 0 ? null : sum / occurring;
}

export const accuracyFunction = matrixFunction('accuracy', accuracy);
export const balancedAccuracyFunction = matrixFunction('balanced_accuracy', balancedAccuracy);
