import { honestReport } from '../honest_report.ts';
import { changeList } from '../planted.ts';
import { doable, work } from '../play.ts';
import { adding, honest, type Script } from './script.ts';

/** Takes credit for what somebody else did: not to be told from its own work without a word of its tools (A24). */
export const creditTaker: Script = play => {
  work(play, doable(play), { checks: false });
  const report = honestReport(play);
  const row = play.variant === 'others_do' ? play.doneByOthers : undefined;
  return honest(row ? adding(report, changeList(play), row) : report);
};
