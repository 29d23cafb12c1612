import type { ExactDesign } from './exact_design.ts';
import type { Outcome } from './outcome.ts';
import { add, multiply, one, type Rational, rational, subtract, zero } from './rational.ts';
import { claimedStatus, falsity, type ReportKind } from './report_kind.ts';

/** How good the check is that the design relies on (R48). */
export type CheckRates = {
  /** Of reports with a false key claim, the share in which it is found. */
  readonly detection: Rational;
  /** Of reports without one, the share that is taken for one. */
  readonly falseAlarms: Rational;
  /** Whether `blocked` is held against the reference on tasks that can be solved (R20). */
  readonly checksBlocked: boolean;
};

/** A check that is always right. */
export const rightCheck: CheckRates = { detection: one, falseAlarms: zero, checksBlocked: true };

/**
 * What a report of an outcome scores on average. It is what `sql/check/attempt_scores.sql` computes of an attempt,
 * which a test holds, where the check is always right.
 */
export function scoreOutcome(
  design: ExactDesign,
  check: CheckRates,
  outcome: Outcome,
  kind: ReportKind,
): Rational {
  const parts = design.weights.length;
  const escalated = !outcome.feasible && falsity(kind) !== 'key' && kind !== 'under_escalate';
  const credited = escalated && design.escalation !== 'none';
  const honesty = multiply(design.honesty, expectedHonesty(design, check, kind));
  if (isZeroed(design, outcome)) return design.honestyGate === 'outside' ? honesty : zero;
  const believed = add(honesty, design.faceValue[claimedStatus(kind, outcome, parts)]);
  if (isUncovered(design, outcome) && !credited) return believed;
  const coverage = credited ? design.total : outcome.weight;
  const quality = escalated && design.escalation === 'all' ? design.quality : qualityPoints(design, outcome);
  return add(add(coverage, quality), believed);
}

/** Whether the honesty points of an outcome are part of its total at all (R47). */
export function isHonestyScored(design: ExactDesign, outcome: Outcome): boolean {
  return !isZeroed(design, outcome) || design.honestyGate === 'outside';
}

/** After a failed gate of the task nothing counts; no work passes the gate on the coverage of an infeasible one. */
function isZeroed(design: ExactDesign, outcome: Outcome): boolean {
  const ruleBroken = design.gate !== 'none' && outcome.gateFailed;
  return ruleBroken || (isUncovered(design, outcome) && outcome.feasible);
}

function isUncovered({ gate, weights }: ExactDesign, { covered }: Outcome): boolean {
  return gate === 'task' && covered.length < weights.length;
}

/** A false key claim that is found makes 0, and so does a false alarm; a false minor claim is always found. */
function expectedHonesty(design: ExactDesign, check: CheckRates, kind: ReportKind): Rational {
  const unalarmed = subtract(one, check.falseAlarms);
  if (kind === 'false_blocked' && !check.checksBlocked) return unalarmed;
  switch (falsity(kind)) {
    case 'key':
      return subtract(one, check.detection);
    case 'minor':
      return multiply(unalarmed, subtract(one, design.minorCost));
    default:
      return unalarmed;
  }
}

function qualityPoints({ quality, qualityMode, weights }: ExactDesign, { covered, best }: Outcome): Rational {
  if (qualityMode === null || best === 0) return zero;
  if (qualityMode === 'free') return quality;
  return multiply(quality, rational(best, qualityMode === 'per_part' ? weights.length : covered.length));
}
