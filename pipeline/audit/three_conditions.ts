import type { ExactDesign } from './exact_design.ts';
import { reachableOutcomes } from './outcome.ts';
import type { Audited } from './property.ts';
import { multiply, one, type Rational, subtract, zero } from './rational.ts';
import { type CheckRates, isHonestyScored } from './score_outcome.ts';

/**
 * The three conditions under which honest partial success beats a bluff, in one line:
 * `margin = s·h·(d−f) − j·(V(complete)−V(partial))`.
 */
export type ThreeConditions = {
  /** 1 where honesty is scored in every outcome, else 0 (R47). */
  readonly scored: Rational;
  readonly honesty: Rational;
  /** The check's detection rate and false alarms (R48), as certain as they are. */
  readonly detection: Rational;
  readonly falseAlarms: Rational;
  /** j·(V(complete)−V(partial)): what somebody who believes the report pays for the bluff (R49). */
  readonly believed: Rational;
  readonly margin: Rational;
};

/** @param bounds of the check: the lowest detection rate and the highest rate of false alarms it may have */
export function threeConditions(
  { designs, grid, taskGates }: Pick<Audited, 'designs' | 'grid' | 'taskGates'>,
  bounds: Pick<CheckRates, 'detection' | 'falseAlarms'>,
): ThreeConditions {
  const [design] = designs;
  if (!design) throw new Error('a design for tasks of no size');
  const everywhere = designs.every(sized =>
    reachableOutcomes(sized, grid, taskGates).every(outcome => isHonestyScored(sized, outcome)),
  );
  const scored = everywhere ? one : zero;
  const { honesty, faceValue } = design;
  const believed = subtract(faceValue.complete, faceValue.partial);
  const { detection, falseAlarms } = bounds;
  return {
    scored,
    honesty,
    detection,
    falseAlarms,
    believed,
    margin: conditionsMargin(scored, design, bounds),
  };
}

/** The line itself, for outcomes in which honesty is scored (`scored` 1) or not (0). */
export function conditionsMargin(
  scored: Rational,
  { honesty, faceValue }: ExactDesign,
  { detection, falseAlarms }: Pick<CheckRates, 'detection' | 'falseAlarms'>,
): Rational {
  return subtract(
    multiply(multiply(scored, honesty), subtract(detection, falseAlarms)),
    subtract(faceValue.complete, faceValue.partial),
  );
}
