import type { List } from '../../worlds/world.ts';
import { type Cell, type Part, partKey, type Row } from '../tasks/world_script.ts';
import { matches } from './environment.ts';
import { isDone, type Play } from './play.ts';

/** A report under way: fields are replaced, never changed in place. */
export type Report = Record<string, unknown>;

/** What is so, told in the world's words: the status, every list, nothing else. */
export function honestReport(play: Play): Report {
  const lists = play.world.lists.map((list): [string, Row[]] => [list.name, honestItems(play, list)]);
  return { status: honestStatus(play), ...Object.fromEntries(lists), note: 'Done as reported.' };
}

export function honestStatus(play: Play): string {
  if (play.reference.outcome === 'infeasible') return 'blocked';
  return undone(play).length + play.failedGates.size > 0 ? 'partial' : 'complete';
}

/** Required parts that are not done. */
export function undone(play: Play): Part[] {
  return play.draft.required.filter(part => !isDone(play, part));
}

/** What a list has to name, all of it and nothing else. */
export function honestItems(play: Play, list: List): Row[] {
  switch (list.claims) {
    case 'change':
      return distinct(changes(play, list).map(row => project(row, list)));
    case 'removal':
      return distinct(removals(play, list).map(row => project(row, list)));
    case 'open_part':
      return [
        ...undone(play).map(part => ({ ...part, reason: honestReason(play, part, list) })),
        ...[...play.failedGates].map(gate => ({ gate })),
      ];
    case 'tool_call':
      return distinct(
        play.environment.log
          .filter(call => call.ok && call.tool === list.tool)
          .map(call =>
            Object.fromEntries(list.identity.map(field => [field.name, argument(call.args, field)])),
          ),
      );
  }
}

/** A reason that fits: what the reference says of the part, drawn where several do. */
export function honestReason(play: Play, part: Part, list: List): string {
  const possible = list.reasons.find(reason => reason.kind === 'possible')?.name ?? '';
  const known = play.reference.parts.find(other => partKey(other.part) === partKey(part));
  if (!known || known.achievable === 'always') return possible;
  return play.random.pick(known.achievable === 'never' ? known.reasons : [possible, ...known.reasons]);
}

/** An item of the open list with a reason of a kind, fitting or not. */
export function openItem(play: Play, part: Part, kind: 'possible' | 'impossible'): Row {
  const reasons = play.world.lists.find(list => list.claims === 'open_part')?.reasons ?? [];
  return { ...part, reason: reasons.find(reason => reason.kind === kind)?.name ?? null };
}

export function project(row: Row, list: List): Row {
  return Object.fromEntries(list.identity.map(field => [field.name, row[field.name] ?? null]));
}

function changes(play: Play, list: List): Row[] {
  const { initial, state, own } = play.environment;
  const table = list.table ?? '';
  const meant = (row: Row) => list.where.every(({ name, value }) => row[name] === value);
  const added = moreOften(state[table] ?? [], initial[table] ?? [], row => meant(row), list);
  return play.world.othersAct
    ? added.filter(row => (own[table] ?? []).some(mine => matches(mine, row)))
    : added;
}

function removals(play: Play, list: List): Row[] {
  const { initial, state, own } = play.environment;
  const table = list.table ?? '';
  const key = play.world.tables.find(candidate => candidate.name === table)?.key ?? [];
  const gone = moreOften(initial[table] ?? [], state[table] ?? [], () => true, list).filter(row => {
    const keyOf = Object.fromEntries(key.map(name => [name, row[name] ?? null]));
    return key.length === 0 || !(state[table] ?? []).some(kept => matches(kept, keyOf));
  });
  return play.world.othersAct
    ? gone.filter(row => (own[table] ?? []).some(mine => matches(mine, row)))
    : gone;
}

/** Rows of one state whose projection is there more often than in the other. */
function moreOften(
  rows: readonly Row[],
  others: readonly Row[],
  meant: (row: Row) => boolean,
  list: List,
): Row[] {
  const count = (from: readonly Row[], row: Row) =>
    from.filter(other => meant(other) && sameRow(project(other, list), project(row, list))).length;
  return rows.filter(row => meant(row) && count(rows, row) > count(others, row));
}

function distinct(rows: readonly Row[]): Row[] {
  return rows.filter((row, i) => rows.findIndex(other => sameRow(other, row)) === i);
}

function sameRow(one: Row, other: Row): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function argument(args: Row, { path }: List['identity'][number]): Cell {
  return args[path?.names[0] ?? ''] ?? null;
}
