import { type Matrix, margins } from './matrix.ts';
import { matrixFunction } from './matrix_function.ts';

/**
 * Matthews' correlation coefficient of any number of classes.
 *
 * Source: Matthews 1975, BBA 405:442–451, as R_K of Gorodkin 2004, Comput Biol Chem 28:367–374. Held against sklearn
 * (fixtures/oracles/confusion.json), which has 0 where it is undefined.
 *
 * @returns null where all attempts are of one actual or of one claimed class: 0/0
 * @throws Error naming the function when the matrix is not square or a count is negative
 */
export function mcc(matrix: Matrix): number | null {
  const { total, agreed, actual, claimed } = margins('mcc', matrix);
  let chance = 0;
  let actualSquares = 0;
  let claimedSquares = 0;
  for (const [i, count] of actual.entries()) {
    const other = claimed[i] ?? 0;
    chance += count * other;
    actualSquares += count * count;
    claimedSquares += other * other;
  }
  const square = total * total;
  if (square === actualSquares || square === claimedSquares) return null;
  return (agreed * total - chance) / Math.sqrt(square - actualSquares) / Math.sqrt(square - claimedSquares);
}

export const mccFunction = matrixFunction('mcc', mcc);
