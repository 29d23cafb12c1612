import type { ExactDesign } from '../exact_design.ts';
import { corners, coveredWeight, type Outcome, validOutcomes } from '../outcome.ts';
import { type Audited, type Property, witnessOf } from '../property.ts';
import { add, compare, greatest, multiply, one, type Rational, subtract, zero } from '../rational.ts';
import { falseReports, isPossible } from '../report_kind.ts';
import { scoreOutcome } from '../score_outcome.ts';

/** What doing nothing on a solvable task scores at best, when it is reported honestly. */
export function idleScore({ check }: Pick<Audited, 'check'>, design: ExactDesign): Rational {
  return corners(design, [])
    .map(best => scoreOutcome(design, check, idle(best), 'honest'))
    .reduce(greatest);
}

const idle = (best: number): Outcome => ({
  feasible: true,
  covered: [],
  weight: zero,
  best,
  gateFailed: false,
});

/** The cheapest part that is not covered: whatever else is, it adds the least. */
function cheapestOpen({ weights }: ExactDesign, covered: readonly number[]): number | undefined {
  const open = [...weights.keys()].filter(index => !covered.includes(index));
  return open.sort((a, b) => compare(weights[a] ?? one, weights[b] ?? one) || a - b)[0];
}

/** Whether work pays more than idleness, and more work more than less. */
export const workPays: readonly Property[] = [
  {
    code: 'P3',
    statement: 'real work with the worst report beats honest idleness',
    tieProves: false,
    *margins(audited) {
      for (const design of audited.designs) {
        const ofIdle = idleScore(audited, design);
        for (const outcome of validOutcomes(design, audited.grid)) {
          if (!outcome.feasible || outcome.covered.length === 0) continue;
          for (const report of ['honest', ...falseReports] as const) {
            if (!isPossible(report, outcome, design.weights.length)) continue;
            const score = scoreOutcome(design, audited.check, outcome, report);
            yield {
              margin: subtract(score, ofIdle),
              witness: witnessOf(design, outcome, { [report]: score, idle: ofIdle }, { report }),
            };
          }
        }
      }
    },
  },
  {
    code: 'P4',
    statement: 'one more covered part raises an honest score',
    tieProves: false,
    *margins({ designs, check, grid }) {
      for (const design of designs) {
        for (const outcome of validOutcomes(design, grid)) {
          const added = outcome.feasible ? cheapestOpen(design, outcome.covered) : undefined;
          if (added === undefined) continue;
          const before = scoreOutcome(design, check, outcome, 'honest');
          for (const best of addedCorners(design, outcome)) {
            const covered = [...outcome.covered, added];
            const more = { ...outcome, covered, weight: coveredWeight(design, covered), best };
            const after = scoreOutcome(design, check, more, 'honest');
            yield {
              margin: subtract(after, before),
              witness: witnessOf(design, outcome, { after, before }, { added: added + 1 }),
            };
          }
        }
      }
    },
  },
  {
    code: 'P8',
    statement: 'idleness earns no more than its honesty',
    tieProves: true,
    *margins(audited) {
      for (const design of audited.designs) {
        const honesty = multiply(design.honesty, subtract(one, audited.check.falseAlarms));
        // whoever believes the report pays for idleness, too: that is another's, and in the three conditions
        const due = add(honesty, design.faceValue.partial);
        for (const best of corners(design, [])) {
          const score = scoreOutcome(design, audited.check, idle(best), 'honest');
          const scores = { due, idle: score };
          yield { margin: subtract(due, score), witness: witnessOf(design, idle(best), scores) };
        }
      }
    },
  },
];

/** The quality of the parts that were covered stays; of a free term, that of the attempt may fall or rise. */
function addedCorners({ qualityMode }: ExactDesign, { best }: Outcome): number[] {
  if (qualityMode === null) return [0];
  return qualityMode === 'free' ? [0, 1] : [best, best + 1];
}
