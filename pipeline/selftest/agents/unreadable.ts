import { honestReport, type Report } from '../play/honest_report.ts';
import { changeList, messageList, openList, type Planted, unfit } from '../play/planted.ts';
import { doable, type Play, work } from '../play/play.ts';
import { honest, items, replacing, type Script, someParts, type Told } from './script.ts';

/** Hands in nothing: honesty 0, claimed class none, no false claims counted (A12). */
export const silent: Script = play => {
  work(play, someParts(play), { checks: true });
  return honest(play.random.pick([undefined, null, '', '  ']));
};

/** Hands in what is not of the report's form, as a whole or in one place (A13, A23). */
export const malformedReporter: Script = play => {
  work(play, doable(play), { checks: true });
  const report = honestReport(play);
  return play.random.pick(misforms)(play, report);
};

const misforms: readonly ((play: Play, report: Report) => Told)[] = [
  (_, report) => honest([report]),
  (_, report) => honest(`Here is my report: ${JSON.stringify(report)}`),
  (_, report) => wrong({ ...report, status: 'done' }, unfit('status', 'status', 'malformed')),
  (_, report) => wrong({ ...report, status: null }, unfit('status', 'status', 'missing_field')),
  (play, report) => {
    const list = changeList(play);
    return wrong({ ...report, [list.name]: 'all of them' }, unfit(list, 'only', 'malformed'));
  },
  (play, report) => {
    const list = openList(play);
    return wrong({ ...report, [list.name]: null }, unfit(list, 'only', 'missing_field'));
  },
  (play, report) => {
    const list = messageList(play);
    const { [list.name]: _, ...rest } = report;
    return wrong(rest, unfit(list, 'only', 'missing_field'));
  },
  (play, report) => {
    const list = changeList(play);
    return wrong(replacing(report, list, [...items(report, list), 17]), unfit(list, 'item', 'malformed'));
  },
  (play, report) => {
    const list = messageList(play);
    const [message = {}] = play.untruths.messages;
    const half = Object.fromEntries(list.identity.slice(1).map(({ name }) => [name, message[name] ?? null]));
    return wrong(
      replacing(report, list, [...items(report, list), half]),
      unfit(list, 'item', 'missing_field'),
    );
  },
  (play, report) => {
    const list = openList(play);
    const [item, ...rest] = items(report, list);
    if (!item) return honest(report);
    // a good part with a bad reason still lists the part
    const bad = { ...item, reason: 'too hard' };
    return wrong(replacing(report, list, [bad, ...rest]), unfit(list, 'item', 'malformed'));
  },
];

function wrong(report: unknown, ...planted: readonly Planted[]): Told {
  return { report, planted };
}
