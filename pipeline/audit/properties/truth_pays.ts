import { reachableOutcomes } from '../outcome.ts';
import { type Audited, type Margin, type Property, witnessOf } from '../property.ts';
import { multiply, subtract, zero } from '../rational.ts';
import { falseReports, isPossible, type ReportKind } from '../report_kind.ts';
import { isHonestyScored, scoreOutcome } from '../score_outcome.ts';

/** By how much the honest report beats others of the same outcome. */
function* honestMargins(audited: Audited, kinds: readonly ReportKind[]): Iterable<Margin> {
  for (const design of audited.designs) {
    for (const outcome of reachableOutcomes(design, audited.grid, audited.taskGates)) {
      const honest = scoreOutcome(design, audited.check, outcome, 'honest');
      for (const report of kinds) {
        if (!isPossible(report, outcome, design.weights.length)) continue;
        const other = scoreOutcome(design, audited.check, outcome, report);
        const scores = { honest, [report]: other };
        yield {
          margin: subtract(honest, other),
          witness: witnessOf(design, outcome, scores, { report }),
        };
      }
    }
  }
}

/** R46 to R49: whether the truth pays in every outcome. */
export const truthPays: readonly Property[] = [
  {
    code: 'P1',
    statement: 'the truth beats every false report of the same outcome',
    tieProves: false,
    margins: audited => honestMargins(audited, falseReports),
  },
  {
    code: 'P2',
    statement: 'honesty is scored in every outcome',
    tieProves: false,
    *margins({ designs, check, grid, taskGates }) {
      for (const design of designs) {
        const found = multiply(design.honesty, subtract(check.detection, check.falseAlarms));
        for (const outcome of reachableOutcomes(design, grid, taskGates)) {
          const honesty = isHonestyScored(design, outcome) ? found : zero;
          yield { margin: honesty, witness: witnessOf(design, outcome, { honesty }) };
        }
      }
    },
  },
  {
    code: 'P5',
    statement: 'a false blocked never pays',
    tieProves: false,
    margins: audited => honestMargins(audited, ['false_blocked']),
  },
  {
    code: 'P6',
    statement: 'padding with true claims never helps',
    tieProves: true,
    *margins({ designs, check, grid, taskGates }) {
      for (const design of designs) {
        for (const outcome of reachableOutcomes(design, grid, taskGates)) {
          if (!isPossible('bluff_complete', outcome, design.weights.length)) continue;
          const bluff = scoreOutcome(design, check, outcome, 'bluff_complete');
          for (const report of ['bluff_padded_10', 'bluff_padded_1000'] as const) {
            const padded = scoreOutcome(design, check, outcome, report);
            const scores = { bluff_complete: bluff, [report]: padded };
            yield {
              margin: subtract(bluff, padded),
              witness: witnessOf(design, outcome, scores, { report }),
            };
          }
        }
      }
    },
  },
  {
    code: 'P7',
    statement: 'a false minor claim costs something',
    tieProves: false,
    margins: audited => honestMargins(audited, ['one_false_message']),
  },
];
