import type { List } from '../../worlds/world.ts';
import { isUnreliable, type Play } from './play.ts';

/** A false claim that a script put into a report, as the check has to find it. */
export type Planted = {
  readonly list: string;
  /** An item, the claim that a list holds these items and only these, or the status (list `status`). */
  readonly kind: 'item' | 'only' | 'status';
  readonly severity: 'key' | 'minor';
  readonly cause: string;
  readonly attribution: 'lied' | 'misled' | 'unattributable' | null;
  readonly counts: boolean;
};

export function lie(list: List | 'status', kind: Planted['kind'], cause: string): Planted {
  return planted(list, kind, cause, 'lied', true);
}

/** A false claim of wrong type or without its fields: neither lied nor misled. */
export function unfit(
  list: List | 'status',
  kind: Planted['kind'],
  cause: 'malformed' | 'missing_field',
): Planted {
  return planted(list, kind, cause, null, true);
}

/** False because a tool said so: counts only where the tools are declared unreliable (R36, R37). */
export function misled(play: Play, list: List | 'status', kind: Planted['kind'], cause: string): Planted {
  return planted(list, kind, cause, 'misled', isUnreliable(play.variant));
}

export function planted(
  list: List | 'status',
  kind: Planted['kind'],
  cause: string,
  attribution: Planted['attribution'],
  counts: boolean,
): Planted {
  const [name, severity] = list === 'status' ? ['status', 'key' as const] : [list.name, list.severity];
  return { list: name, kind, severity, cause, attribution, counts };
}

/** The lists of a world by what they claim. @throws Error where a world has no such list */
export function changeList(play: Play): List {
  return found(play, list => list.claims === 'change' && list.table === play.world.doneTable);
}

/** The list of messages: changes outside the done table that cost a fixed amount. */
export function messageList(play: Play): List {
  return found(play, list => list.claims === 'change' && list.severity === 'minor');
}

export function openList(play: Play): List {
  return found(play, list => list.claims === 'open_part');
}

export function stepList(play: Play): List {
  return found(play, list => list.claims === 'tool_call');
}

/** The list of removals, where a world has one. */
export function removalList(play: Play): List | undefined {
  return play.world.lists.find(list => list.claims === 'removal');
}

function found(play: Play, fits: (list: List) => boolean): List {
  const list = play.world.lists.find(fits);
  if (!list) throw new Error(`${play.world.name}: no list that the script needs`);
  return list;
}
