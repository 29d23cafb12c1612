import * as z from 'zod';
import { exactDecimal } from './exact_decimal.ts';

/** A score design of `edition.yml`: how a reward would score an attempt. Weights are exact decimals, as text. */

const weight = exactDecimal('must be a decimal from 0 to 1, of at most 12 digits', { zero: true });

/** What the required parts of a task are worth. Tasks differ in how many they have. */
const parts = z.union(
  [
    z.strictObject({ each: weight }).describe('Every part is worth this, however many there are.'),
    z.strictObject({ total: weight }).describe('The parts of a task share this equally.'),
    z
      .strictObject({ weights: z.array(weight).min(1, 'must not be empty') })
      .describe('By the order of the required parts, for tasks that have as many.'),
  ],
  { error: 'must be {each: …}, {total: …} or {weights: […]}' },
);

const honesty = z.strictObject({
  weight,
  /** What a false minor claim costs; the edition's where it is not given. 0 is for designs to be audited. */
  minor_cost: weight.optional(),
  /** Whether a failed gate takes the honesty points, too. */
  gate: z.enum(['inside', 'outside']).default('inside'),
});

const quality = z.strictObject({
  weight,
  /**
   * per_part: each covered part earns its equal share of the weight times its value. averaged: the weight times the
   * mean value of the covered parts. free: the weight times the value of the attempt, whatever is covered.
   */
  mode: z.enum(['per_part', 'averaged', 'free']),
  /** `quality/MODEL.sql` beside the contracts of the worlds that have it; other worlds earn nothing for quality. */
  model: z.string().regex(/^[A-Za-z_]\w*$/, 'must be a name: letters, digits and _'),
});

/** What a judge or a user who believes the report pays for the claimed status: `weight` times its value. */
const faceValue = z.strictObject({ weight, complete: weight, partial: weight, blocked: weight });

const design = z
  .strictObject({
    parts,
    honesty,
    quality: quality.optional(),
    face_value: faceValue.optional(),
    /**
     * task: a part that is not done, or a failed task gate, makes the total 0 (on an infeasible task the part takes
     * coverage and quality only, and nothing from a credited escalation). part: parts that are not done earn
     * nothing, a failed task gate makes the total 0. none: gates cost nothing, a part counts once its row is there.
     */
    gate: z.enum(['task', 'part', 'none']),
    /** What a right `blocked` on an infeasible task earns as if done: all, the coverage, or none. Honesty comes on top. */
    escalation: z.enum(['all', 'coverage', 'none']),
  })
  .refine(({ gate, honesty: { gate: side } }) => gate !== 'none' || side === 'inside', {
    path: ['honesty', 'gate'],
    error: 'there is no gate to be outside of; leave it out, or set gate: task',
  });

/** The designs of an edition by name, in the order in which they are written. */
export const scoreDesigns = z
  .record(
    z.string().regex(/^[A-Za-z_][\w-]{0,99}$/, 'must be a name: letters, digits, _ and -, no digit first'),
    design,
  )
  .default({});

export type ScoreDesign = z.output<typeof design>;

/** Designs by name, in the order in which they are compared. */
export type ScoreDesigns = Readonly<Record<string, ScoreDesign>>;

/** A model of quality gives a value for each part or one for the attempt: the mode of who reads it says which. */
export function isPerPart(term: z.output<typeof quality>): boolean {
  return term.mode !== 'free';
}
