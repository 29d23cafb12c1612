import type { ExactDesign } from './exact_design.ts';
import type { Outcome } from './outcome.ts';
import { topScore } from './properties/scale.ts';
import { idleScore } from './properties/work_pays.ts';
import { add, compare, divide, multiply, one, type Rational, subtract, zero } from './rational.ts';
import { type CheckRates, scoreOutcome } from './score_outcome.ts';

/**
 * Below which probability of completing a solvable task it pays to do nothing and always report `blocked`. The other
 * agent tries: it completes the task as well as can be, or does nothing, and says so; of an infeasible task it reports
 * a true `partial`. At 0 or below, always escalating never pays.
 *
 * @param infeasible the share of infeasible tasks, from 0 to 1
 * @returns null where completing earns no more than idling, or no task can be solved
 */
export function breakEven(design: ExactDesign, check: CheckRates, infeasible: Rational): Rational | null {
  const nothing = (feasible: boolean): Outcome => ({
    feasible,
    covered: [],
    weight: zero,
    best: 0,
    gateFailed: false,
  });
  const score = (feasible: boolean, report: 'honest' | 'false_blocked' | 'under_escalate') =>
    scoreOutcome(design, check, nothing(feasible), report);
  const solvable = subtract(one, infeasible);
  const idle = idleScore({ check }, design);
  const gained = multiply(solvable, subtract(topScore({ check }, design), idle));
  if (compare(gained, zero) <= 0) return null;
  const escalating = add(
    multiply(infeasible, score(false, 'honest')),
    multiply(solvable, score(true, 'false_blocked')),
  );
  const trying = add(multiply(infeasible, score(false, 'under_escalate')), multiply(solvable, idle));
  return divide(subtract(escalating, trying), gained);
}
