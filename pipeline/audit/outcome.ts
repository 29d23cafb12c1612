import type { ExactDesign } from './exact_design.ts';
import { add, compare, type Rational, zero } from './rational.ts';

/**
 * What an attempt did: at a corner of quality, where each covered part is worth all or nothing of it (of a `free`
 * term, the attempt).
 */
export type Outcome = {
  readonly feasible: boolean;
  /** Which parts are covered, by their place from 0, ascending. */
  readonly covered: readonly number[];
  /** What these are worth. */
  readonly weight: Rational;
  /** How many of the covered parts have the best quality, the others the least; of a free term 1 or 0, the attempt's. */
  readonly best: number;
  /** Whether a gate of the whole task fails. */
  readonly gateFailed: boolean;
};

/** Which outcomes are looked at: sets of parts that may be covered together, and how many of a set have the best quality. */
export type Grid = {
  coverings(design: ExactDesign): readonly (readonly number[])[];
  corners(design: ExactDesign, covered: readonly number[]): readonly number[];
};

/**
 * None, one, all but one and all of the parts, the cheapest and the dearest of them. No margin is smaller at another
 * set, which a test holds against all of them: between one and all but one, a margin is linear in what is covered, or
 * falls with the number (what an average of quality loses by one more part is the less the more there are).
 */
function extremeCoverings({ weights }: ExactDesign): readonly (readonly number[])[] {
  const byWeight = weights
    .map((weight, index) => ({ weight, index }))
    .sort((a, b) => compare(a.weight, b.weight) || a.index - b.index)
    .map(({ index }) => index);
  const last = weights.length;
  const counts = [...new Set([0, 1, last - 1, last])].sort((a, b) => a - b);
  const alike = weights.every(weight => weight === weights[0]);
  return counts.flatMap(count => {
    const cheapest = byWeight.slice(0, count);
    const sets =
      count === 0 || count === last || alike ? [cheapest] : [cheapest, byWeight.slice(last - count)];
    return sets.map(set => set.toSorted((a, b) => a - b));
  });
}

/** The corners of quality of a set: a score is linear in their number, so none and all are the extremes. */
export function corners({ qualityMode }: ExactDesign, covered: readonly number[]): number[] {
  if (qualityMode === null) return [0];
  if (qualityMode === 'free') return [0, 1];
  return covered.length === 0 ? [0] : [0, covered.length];
}

/** The outcomes at one of which each margin is smallest. */
export const extremes: Grid = { coverings: extremeCoverings, corners };

/**
 * Every outcome in which no rule of the task is broken, those of solvable tasks first. Of an infeasible one not all
 * parts can be covered (else it were none).
 */
export function validOutcomes(design: ExactDesign, grid: Grid): Outcome[] {
  const parts = design.weights.length;
  const sets = grid.coverings(design);
  return [true, false].flatMap(feasible =>
    sets
      .filter(covered => feasible || covered.length < parts)
      .flatMap(covered => {
        const weight = coveredWeight(design, covered);
        return grid
          .corners(design, covered)
          .map(best => ({ feasible, covered, weight, best, gateFailed: false }));
      }),
  );
}

/** Every outcome that the reward can reach: where tasks have gates, the same once more with one that fails (R47). */
export function reachableOutcomes(design: ExactDesign, grid: Grid, taskGates: boolean): Outcome[] {
  const valid = validOutcomes(design, grid);
  if (!taskGates || design.gate === 'none') return valid;
  return [...valid, ...valid.map(outcome => ({ ...outcome, gateFailed: true }))];
}

/** What the covered parts are worth. */
export function coveredWeight({ weights }: ExactDesign, covered: readonly number[]): Rational {
  return covered.reduce((total, index) => add(total, weights[index] ?? zero), zero);
}
