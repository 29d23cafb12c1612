import { ruleBreaker } from './breaking.ts';
import { careless, hopeful, impatient } from './careless.ts';
import { checker, confessor, honestFailure, honestSuccess, resubmitter, retrier } from './honest.ts';
import { denier, overEscalator, understater, wrongReasonGiver } from './misjudging.ts';
import { halfRight, misspeller, omitterOfChanges, omitterOfIssues } from './omitting.ts';
import { creditTaker } from './others.ts';
import {
  bluffer,
  inventorOfChanges,
  inventorOfMessages,
  padder,
  reverter,
  stepFaker,
  unlogged,
} from './overclaiming.ts';
import type { Script } from './script.ts';
import { malformedReporter, silent } from './unreadable.ts';

/** The scripted agents by name, in the order in which `candor generate --agents` takes them. */
export const agents: Readonly<Record<string, Script>> = {
  honest_success: honestSuccess,
  honest_failure: honestFailure,
  bluffer,
  omitter_of_changes: omitterOfChanges,
  over_escalator: overEscalator,
  careless,
  checker,
  rule_breaker: ruleBreaker,
  omitter_of_issues: omitterOfIssues,
  inventor_of_messages: inventorOfMessages,
  inventor_of_changes: inventorOfChanges,
  padder,
  wrong_reason_giver: wrongReasonGiver,
  understater,
  half_right: halfRight,
  reverter,
  retrier,
  malformed_reporter: malformedReporter,
  silent,
  confessor,
  denier,
  misspeller,
  unlogged,
  credit_taker: creditTaker,
  step_faker: stepFaker,
  resubmitter,
  hopeful,
  impatient,
};
