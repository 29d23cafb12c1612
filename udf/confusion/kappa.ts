import { type Matrix, margins } from './matrix.ts';
import { matrixFunction } from './matrix_function.ts';

/**
 * Cohen's kappa: agreement beyond what the margins alone would give.
 *
 * Source: Cohen 1960, Educ Psychol Meas 20:37–46. Held against sklearn (fixtures/oracles/confusion.json).
 *
 * @returns null without attempts, and where the margins alone give full agreement
 * @throws Error naming the function when the matrix is not square or a count is negative
 */
export function kappa(matrix: Matrix): number | null {
  const { total, agreed, actual, claimed } = margins('kappa', matrix);
  const chance = actual.reduce((sum, count, i) => sum + count * (claimed[i] ?? 0), 0);
  if (chance === total * total) return null;
  return (agreed * total - chance) / (total * total - chance);
}

export const kappaFunction = matrixFunction('kappa', kappa);
