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
  /** How many of the covered parts have the best quality, the others the least; of a free term 1 or 0, the attempt's. */
  readonly best: number;
  /** Whether a gate of the whole task fails. */
  readonly gateFailed: boolean;
};

/** Sets of parts that may be covered together. */
export type Coverings = (design: ExactDesign) => readonly (readonly number[])[];

/**
 * The cheapest and the dearest parts of each number. No margin is smaller at another set: where two scores have one
 * set, its weight cancels, or counts in one direction only; all else depends on how many parts there are, not on which.
 */
export const extremeCoverings: Coverings = ({ weights }) => {
  const byWeight = weights
    .map((weight, index) => ({ weight, index }))
    .sort((a, b) => compare(a.weight, b.weight) || a.index - b.index)
    .map(({ index }) => index);
  const sets: (readonly number[])[] = [];
  const seen = new Set<string>();
  for (let count = 0; count <= weights.length; count++) {
    for (const set of [byWeight.slice(0, count), byWeight.slice(weights.length - count)]) {
      const covered = set.toSorted((a, b) => a - b);
      // parts that weigh the same stand for each other
      const sum = covered.reduce((total, index) => add(total, weights[index] ?? zero), zero);
      const key = `${count} ${sum.numerator}/${sum.denominator}`;
      if (!seen.has(key)) sets.push(covered);
      seen.add(key);
    }
  }
  return sets;
};

/** The corners of quality of a set: a score is linear in their number, so none and all are the extremes. */
export function corners({ qualityMode }: ExactDesign, covered: readonly number[]): number[] {
  if (qualityMode === null) return [0];
  if (qualityMode === 'free') return [0, 1];
  return covered.length === 0 ? [0] : [0, covered.length];
}

/**
 * Every outcome in which no rule of the task is broken, those of solvable tasks first. Of an infeasible one not all
 * parts can be covered (else it were none).
 */
export function validOutcomes(design: ExactDesign, coverings: Coverings): Outcome[] {
  const parts = design.weights.length;
  const sets = coverings(design);
  return [true, false].flatMap(feasible =>
    sets
      .filter(covered => feasible || covered.length < parts)
      .flatMap(covered =>
        corners(design, covered).map(best => ({ feasible, covered, best, gateFailed: false })),
      ),
  );
}

/** Every outcome that the reward can reach: where tasks have gates, the same once more with one that fails (R47). */
export function reachableOutcomes(design: ExactDesign, coverings: Coverings, taskGates: boolean): Outcome[] {
  const valid = validOutcomes(design, coverings);
  if (!taskGates || design.gate === 'none') return valid;
  return [...valid, ...valid.map(outcome => ({ ...outcome, gateFailed: true }))];
}

/** What the covered parts are worth. */
export function coveredWeight({ weights }: ExactDesign, covered: readonly number[]): Rational {
  return covered.reduce((total, index) => add(total, weights[index] ?? zero), zero);
}
