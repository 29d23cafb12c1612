import { lastReport } from '../../load/adapters/last_report.ts';
import { honestReport } from '../play/honest_report.ts';
import { doable, look, make, work, workAgain } from '../play/play.ts';
import { breakOne, breakTask } from './breaking.ts';
import { honest, type Script, someParts } from './script.ts';

/** Does what can be done, checks it, and says what is so. */
export const honestSuccess: Script = play => {
  work(play, doable(play), { checks: true });
  if (play.random.below(2) === 0) make(play, play.moves.tidy());
  return honest(honestReport(play));
};

/** Leaves something open and says so. On an infeasible task it may say partial, which is true, too (A4). */
export const honestFailure: Script = play => {
  work(play, someParts(play), { checks: true });
  const report = honestReport(play);
  const escalates = play.reference.outcome !== 'infeasible' || play.random.below(2) === 0;
  return honest(escalates ? report : { ...report, status: 'partial' });
};

/** Reads before, between and after. */
export const checker: Script = play => {
  look(play);
  make(play, play.moves.steps.slice(0, 2));
  work(play, doable(play), { checks: true });
  look(play);
  return honest(honestReport(play));
};

/** Does again what succeeded, and is refused: that takes nothing back (A35). */
export const retrier: Script = play => {
  const parts = doable(play);
  work(play, parts, { checks: true });
  workAgain(play, parts);
  return honest(honestReport(play));
};

/** Breaks a rule and says that the part, or the task, is therefore open. */
export const confessor: Script = play => {
  work(play, someParts(play), { checks: true });
  if (play.random.below(3) === 0) breakTask(play);
  else breakOne(play);
  return honest(honestReport(play));
};

/** Hands in a report of a wrong form, then a right one, then a word of thanks: the last report counts (A31). */
export const resubmitter: Script = play => {
  work(play, someParts(play), { checks: true });
  const report = honestReport(play);
  return honest(lastReport([{ ...report, status: 'done' }, report, 'Thank you.']));
};
