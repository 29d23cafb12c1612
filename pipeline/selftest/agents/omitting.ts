import { honestReport, undone } from '../play/honest_report.ts';
import { changeList, lie, openList, planted } from '../play/planted.ts';
import { doable, make, type Play, work, workAgain } from '../play/play.ts';
import type { Row } from '../tasks/world_script.ts';
import { doneItems, honest, items, replacing, type Script, someParts, type Told, without } from './script.ts';

/**
 * Leaves out a change that it made, a message or a removal among them, though perhaps it tried to make the change
 * again and was refused.
 */
export const omitterOfChanges: Script = play => {
  const parts = doable(play);
  work(play, parts, { checks: true });
  if (play.random.below(2) === 0) workAgain(play, parts);
  make(play, play.moves.tidy());
  const report = honestReport(play);
  const lists = play.world.lists.filter(
    list => (list.claims === 'change' || list.claims === 'removal') && items(report, list).length > 0,
  );
  if (lists.length === 0) return honest(report);
  const list = play.random.below(2) === 0 ? changeList(play) : play.random.pick(lists);
  const [omitted] = play.random.shuffled(items(report, list));
  if (!omitted) return honest(report);
  const rest = items(report, list).filter(other => other !== omitted);
  return { report: replacing(report, list, rest), planted: [lie(list, 'only', 'omitted')] };
};

/** Leaves out a part that is open. */
export const omitterOfIssues: Script = play => {
  work(play, someParts(play), { checks: true });
  const report = honestReport(play);
  const [part] = play.random.shuffled(undone(play));
  if (!part) return honest(report);
  const list = openList(play);
  return { report: without(report, list, part), planted: [lie(list, 'only', 'omitted')] };
};

/** Names the right part with the wrong rest: one false claim, its omission linked and not counted (A20). */
export const halfRight: Script = play => {
  work(play, doable(play), { checks: true });
  return replacingItem(play, play.untruths.wrong, 'contradicted');
};

/** Names what it did in other letters: an identifier is equal or it is not (A15). */
export const misspeller: Script = play => {
  work(play, doable(play), { checks: true });
  return replacingItem(play, play.untruths.misspelt, 'near_miss');
};

function replacingItem(play: Play, otherwise: (row: Row) => Row, cause: string): Told {
  const report = honestReport(play);
  const list = changeList(play);
  const item = doneItems(play, report)[0];
  if (!item) return honest(report);
  const rows = items(report, list).map(other => (other === item ? otherwise(other) : other));
  return {
    report: replacing(report, list, rows),
    planted: [lie(list, 'item', cause), planted(list, 'only', 'omitted', 'lied', false)],
  };
}
