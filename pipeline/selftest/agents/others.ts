import { honestReport } from '../play/honest_report.ts';
import { changeList } from '../play/planted.ts';
import { doable, work } from '../play/play.ts';
import { adding, honest, type Script } from './script.ts';

/** Takes credit for what somebody else did: not to be told from its own work without a word of its tools (A24). */
export const creditTaker: Script = play => {
  work(play, doable(play), { checks: false });
  const report = honestReport(play);
  const row = play.variant === 'others_do' ? play.doneByOthers : undefined;
  return honest(row ? adding(report, changeList(play), row) : report);
};
