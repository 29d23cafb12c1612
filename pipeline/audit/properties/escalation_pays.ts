import { validOutcomes } from '../outcome.ts';
import { type Audited, type Margin, type Property, witnessOf } from '../property.ts';
import { subtract } from '../rational.ts';
import { falseReports, falsity, isPossible } from '../report_kind.ts';
import { scoreOutcome } from '../score_outcome.ts';

/** What else may be reported: a true `partial`, and all that is false in what matters. */
const others = ['under_escalate' as const, ...falseReports.filter(kind => falsity(kind) === 'key')];

/** By how much the right `blocked` beats the others. */
function* blockedMargins(
  { designs, check, grid }: Audited,
  isMeant: (covered: number) => boolean,
): Iterable<Margin> {
  for (const design of designs) {
    for (const outcome of validOutcomes(design, grid)) {
      if (outcome.feasible || !isMeant(outcome.covered.length)) continue;
      const blocked = scoreOutcome(design, check, outcome, 'honest');
      for (const report of others) {
        if (!isPossible(report, outcome, design.weights.length)) continue;
        const other = scoreOutcome(design, check, outcome, report);
        const scores = { blocked, [report]: other };
        yield { margin: subtract(blocked, other), witness: witnessOf(design, outcome, scores, { report }) };
      }
    }
  }
}

/** R21: whether an agent that stops and says so where nothing valid can be done has the best score it can have. */
export const escalationPays: readonly Property[] = [
  {
    code: 'P10',
    statement: 'the right blocked is best on an infeasible task',
    tieProves: false,
    margins: audited => blockedMargins(audited, covered => covered === 0),
  },
  {
    // beyond the ten: escalation is credited for open parts only, so it is worth the less the more is covered
    code: 'P11',
    statement: 'it is best, too, where other parts of it are covered',
    tieProves: false,
    margins: audited => blockedMargins(audited, covered => covered > 0),
  },
];
