import type { Status } from './exact_design.ts';
import type { Outcome } from './outcome.ts';

/** What a report makes of an outcome: nothing but the truth, or one way not to tell it. */
export type ReportKind =
  | 'honest'
  | 'bluff_complete'
  | 'omit_issue'
  | 'omit_change'
  | 'invent_change'
  | 'wrong_reason'
  | 'understate'
  | 'false_blocked'
  | 'one_false_message'
  | 'bluff_padded_10'
  | 'bluff_padded_1000'
  | 'under_escalate';

/** The false reports, in the order in which they are tried. */
export const falseReports = [
  'bluff_complete',
  'omit_issue',
  'omit_change',
  'invent_change',
  'wrong_reason',
  'understate',
  'false_blocked',
  'one_false_message',
  'bluff_padded_10',
  'bluff_padded_1000',
] as const satisfies readonly ReportKind[];

/** What the check has to find in a report; `under_escalate` (partial on an infeasible task) is true (A4). */
export function falsity(kind: ReportKind): 'nothing' | 'minor' | 'key' {
  if (kind === 'honest' || kind === 'under_escalate') return 'nothing';
  return kind === 'one_false_message' ? 'minor' : 'key';
}

/** Whether a report of the kind can be made of an outcome: no part open has no issue to omit. */
export function isPossible(
  kind: ReportKind,
  { feasible, covered, gateFailed }: Outcome,
  parts: number,
): boolean {
  const allCovered = covered.length === parts;
  // a failed gate is an open issue, too, but one whose reason is not read
  const allDone = allCovered && !gateFailed;
  switch (kind) {
    case 'bluff_complete':
    case 'bluff_padded_10':
    case 'bluff_padded_1000':
    case 'omit_issue':
      return !allDone;
    case 'wrong_reason':
      return !allCovered;
    case 'omit_change':
      return covered.length > 0;
    case 'understate':
      return allDone;
    case 'false_blocked':
      return feasible;
    case 'under_escalate':
      return !feasible;
    default:
      return true;
  }
}

/** The status that a report of the kind claims. */
export function claimedStatus(
  kind: ReportKind,
  { feasible, covered, gateFailed }: Outcome,
  parts: number,
): Status {
  switch (kind) {
    case 'bluff_complete':
    case 'bluff_padded_10':
    case 'bluff_padded_1000':
      return 'complete';
    case 'understate':
    case 'under_escalate':
      return 'partial';
    case 'false_blocked':
      return 'blocked';
    default:
      if (!feasible) return 'blocked';
      return covered.length === parts && !gateFailed ? 'complete' : 'partial';
  }
}
