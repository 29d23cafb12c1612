import type { ExactDesign } from './exact_design.ts';
import type { Grid, Outcome } from './outcome.ts';
import type { Rational } from './rational.ts';
import type { ReportKind } from './report_kind.ts';
import type { CheckRates } from './score_outcome.ts';

/** The outcome at which a margin is smallest, and the scores that make it. Places of parts are from 1. */
export type Witness = {
  readonly parts: number;
  readonly task: 'solvable' | 'infeasible';
  readonly covered: readonly number[];
  /** How many of the covered parts have the best quality; of a free term whether the attempt has it. */
  readonly best: number;
  readonly gateFailed: boolean;
  readonly report?: ReportKind;
  /** The part that is covered on top. */
  readonly added?: number;
  /** What is compared, by what it is. */
  readonly scores: Readonly<Record<string, Rational>>;
};

export type Margin = { readonly margin: Rational; readonly witness: Witness };

/** What is audited: a design at each number of parts, the check it relies on, and the sets of parts to try. */
export type Audited = {
  readonly designs: readonly ExactDesign[];
  readonly check: CheckRates;
  readonly grid: Grid;
  /** Whether the tasks have gates that fail a task as a whole. */
  readonly taskGates: boolean;
};

/** Something that a good reward has. */
export type Property = {
  readonly code: string;
  readonly statement: string;
  /** Whether a margin of 0 is enough: where the property asks for no more than "not less". */
  readonly tieProves: boolean;
  /** Every margin there is, in the order in which they are tried. */
  margins(audited: Audited): Iterable<Margin>;
};

export function witnessOf(
  design: ExactDesign,
  { feasible, covered, best, gateFailed }: Outcome,
  scores: Witness['scores'],
  more: Pick<Witness, 'report' | 'added'> = {},
): Witness {
  return {
    parts: design.weights.length,
    task: feasible ? 'solvable' : 'infeasible',
    covered: covered.map(index => index + 1),
    best,
    gateFailed,
    ...more,
    scores,
  };
}
