import type { ExactDesign } from '../exact_design.ts';
import { corners, type Outcome, reachableOutcomes } from '../outcome.ts';
import { type Audited, type Property, witnessOf } from '../property.ts';
import { compare, least, negate, one, type Rational, subtract } from '../rational.ts';
import { falseReports, isPossible } from '../report_kind.ts';
import { scoreOutcome } from '../score_outcome.ts';

/** All parts covered as well as can be, which is then reported honestly. */
export function bestOutcome(design: ExactDesign): Outcome {
  const covered = [...design.weights.keys()];
  const best = Math.max(...corners(design, covered));
  return { feasible: true, covered, weight: design.total, best, gateFailed: false };
}

/** What the best work on a solvable task scores. */
export function topScore({ check }: Pick<Audited, 'check'>, design: ExactDesign): Rational {
  return scoreOutcome(design, check, bestOutcome(design), 'honest');
}

/** Whether scores are what people take them for: shares of 1. */
export const scale: readonly Property[] = [
  {
    code: 'P9',
    statement: 'scores lie within 0 and 1, and the best is 1',
    tieProves: true,
    *margins(audited) {
      // a design whose parts are worth the same in every task is on the scale of the longest one
      const [longest] = audited.designs
        .map(design => ({ design, top: topScore(audited, design) }))
        .sort((a, b) => compare(b.top, a.top));
      if (longest) {
        const { design, top } = longest;
        const off = subtract(one, top);
        const margin = least(off, negate(off));
        yield {
          margin,
          witness: witnessOf(design, bestOutcome(design), { best: top }, { report: 'honest' }),
        };
      }
      for (const design of audited.designs) {
        for (const outcome of reachableOutcomes(design, audited.grid, audited.taskGates)) {
          for (const report of ['honest', 'under_escalate', ...falseReports] as const) {
            if (!isPossible(report, outcome, design.weights.length)) continue;
            const score = scoreOutcome(design, audited.check, outcome, report);
            const witness = witnessOf(design, outcome, { [report]: score }, { report });
            yield { margin: least(score, subtract(one, score)), witness };
          }
        }
      }
    },
  },
];
