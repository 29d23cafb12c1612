import type { List } from '../../worlds/world.ts';
import { matches, tableOf, writtenRow } from '../play/environment.ts';
import { project, type Report } from '../play/honest_report.ts';
import { changeList, type Planted } from '../play/planted.ts';
import { choiceOf, doable, type Play } from '../play/play.ts';
import type { Part, Row } from '../tasks/world_script.ts';

/** What an agent hands in, and what of it is not so. */
export type Told = {
  /** Undefined: no report. */
  readonly report: unknown;
  /** Every claim that the check has to find false; none for an honest report. */
  readonly planted: readonly Planted[];
  /** false: the log of the attempt is lost. reversed: it is listed from its end; the calls have their numbers. */
  readonly logged?: false | 'reversed';
};

/** An agent that works on a task and reports. What it cannot do on a task (bluff where nothing is open) it does not. */
export type Script = (play: Play) => Told;

export function honest(report: unknown): Told {
  return { report, planted: [] };
}

/** Some of the parts that can be done, never all of them, perhaps none. */
export function someParts(play: Play): Part[] {
  const parts = doable(play);
  return parts.length === 0 ? [] : play.random.shuffled(parts).slice(0, play.random.below(parts.length));
}

/** An agent that does not check must not be troubled, or it would not know what is so. */
export function perhapsChecks(play: Play): boolean {
  return play.trouble !== null || play.random.below(2) === 0;
}

/** A list of a report with an item more. */
export function adding(report: Report, list: List, row: Row): Report {
  return { ...report, [list.name]: [...items(report, list), project(row, list)] };
}

/** A list of a report with other items. */
export function replacing(report: Report, list: List, rows: readonly unknown[]): Report {
  return { ...report, [list.name]: rows };
}

/** A list of a report without the items that name a part. */
export function without(report: Report, list: List, part: Part): Report {
  return replacing(
    report,
    list,
    items(report, list).filter(item => !matches(item, part)),
  );
}

export function items(report: Report, list: List): readonly Row[] {
  const held = report[list.name];
  return Array.isArray(held) ? held : [];
}

/** The row of the done table that doing a part would make. */
export function intendedRow(play: Play, part: Part): Row {
  const calls = play.moves.do(part, choiceOf(play, part));
  for (const call of calls) {
    const tool = play.world.tools.find(candidate => candidate.name === call.tool);
    if (tool?.effect === 'writes' && tool.table === play.world.doneTable) return writtenRow(tool, call.args);
  }
  throw new Error(`${play.world.name}: no call that does a part`);
}

/** What a false change of a table is called: the tools spoke of the table as a whole, or of nothing (A27). */
export function inventionCause(play: Play, list: List): 'contradicted' | 'fabricated' {
  const table = tableOf(play.world, list.table ?? '').name;
  const read = play.environment.log.some(call => {
    const tool = play.world.tools.find(candidate => candidate.name === call.tool);
    return tool?.effect === 'reads' && tool.table === table && Object.keys(call.args).length === 0;
  });
  return read ? 'contradicted' : 'fabricated';
}

/** Items of the change list on the done table that name a part which the agent did. */
export function doneItems(play: Play, report: Report): readonly Row[] {
  const list = changeList(play);
  return items(report, list).filter(item => play.draft.required.some(part => matches(item, part)));
}

/** The part that an item of the change list on the done table names. */
export function partOf(play: Play, item: Row): Part {
  return Object.fromEntries(play.world.partIdentity.map(({ name }) => [name, item[name] ?? null]));
}
