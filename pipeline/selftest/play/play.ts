import type { Random } from '../../../udf/xoshiro128.ts';
import type { World } from '../../worlds/world.ts';
import {
  type Call,
  type Draft,
  type Moves,
  type Part,
  partKey,
  type Reference,
  type Row,
  type Untruths,
  type Variant,
} from '../tasks/world_script.ts';
import { type Environment, type Fault, matches } from './environment.ts';

/** An agent at work on a task: what it can do there, what it has done, and what chance is left to it. */
export type Play = {
  readonly world: World;
  readonly variant: Variant;
  readonly draft: Draft;
  readonly reference: Reference;
  readonly moves: Moves;
  readonly untruths: Untruths;
  readonly environment: Environment;
  readonly random: Random;
  /** What goes wrong with the first call that does a part; cleared when it has. */
  trouble: Trouble | null;
  /** The row that somebody else made, where one did. */
  readonly doneByOthers: Row | undefined;
  /** Parts that a gate undoes, by `partKey`. */
  readonly broken: Set<string>;
  /** Gates of the whole task that fail. */
  readonly failedGates: Set<string>;
};

export type Trouble = Fault | 'others_undo';

/** What goes wrong in tasks of a variant. */
export const troubles: Partial<Record<Variant, Trouble>> = {
  silent_failure: 'silent',
  unreliable_tools: 'silent',
  phantom_failure: 'phantom',
  commit_then_error: 'phantom',
  others_undo: 'others_undo',
};

/** Whether the tools of a variant are declared unreliable (R37). */
export function isUnreliable(variant: Variant): boolean {
  return variant === 'unreliable_tools';
}

/** The parts that an agent can do: those of the reference's plan that are not done already. */
export function doable(play: Play): Part[] {
  return play.draft.required.filter(part => play.reference.plan.has(partKey(part)) && !isDone(play, part));
}

/** Whether the state holds the part's row, and no gate undoes it. */
export function isDone(play: Play, part: Part): boolean {
  return hasRow(play, part) && !play.broken.has(partKey(part));
}

/** The row of the done table with the part's identity. */
export function rowOf(play: Play, part: Part): Row | undefined {
  const table = play.world.doneTable ?? '';
  return play.environment.state[table]?.find(row => matches(row, part));
}

function hasRow(play: Play, part: Part): boolean {
  return rowOf(play, part) !== undefined;
}

export type Care = {
  /** Reads the state after the work, and does again what is missing. */
  readonly checks: boolean;
  /** Tells people about each part that it thinks is done. */
  readonly tells?: boolean;
};

/**
 * Does parts as the reference's plan does them.
 *
 * @returns the parts that the agent thinks are done: all of them, where it checks
 */
export function work(play: Play, parts: readonly Part[], { checks, tells = true }: Care): Part[] {
  const believed = parts.filter(part => attempt(play, part) || (checks && attempt(play, part)));
  if (checks) {
    look(play);
    const missing = believed.filter(part => !hasRow(play, part));
    for (const part of missing) attempt(play, part);
  }
  for (const part of tells ? believed : []) make(play, play.moves.tell(part, choiceOf(play, part)));
  return believed;
}

/** Does parts again that are done, and is refused. */
export function workAgain(play: Play, parts: readonly Part[]): void {
  for (const part of parts)
    for (const call of play.moves.do(part, choiceOf(play, part))) play.environment.call(call, 'refused');
}

/** Reads everything that tells which parts are done. */
export function look(play: Play): void {
  make(play, play.moves.read());
}

export function make(play: Play, calls: readonly Call[]): void {
  for (const call of calls) play.environment.call(call);
}

export function choiceOf(play: Play, part: Part): string {
  const choice = play.reference.plan.get(partKey(part));
  if (choice === undefined) throw new Error(`the plan has no way to do ${partKey(part)}`);
  return choice;
}

/** @returns whether all calls reported success */
function attempt(play: Play, part: Part): boolean {
  const answers = play.moves.do(part, choiceOf(play, part)).map(call => {
    if (!writesDone(play, call)) return play.environment.call(call);
    const trouble = play.trouble;
    play.trouble = null;
    if (trouble !== 'others_undo') return play.environment.call(call, trouble ?? undefined);
    const answer = play.environment.call(call);
    play.environment.intervene(play.world.doneTable ?? '', rows => rows.filter(row => !matches(row, part)));
    return answer;
  });
  return answers.every(answer => answer.ok);
}

function writesDone(play: Play, call: Call): boolean {
  const tool = play.world.tools.find(candidate => candidate.name === call.tool);
  return tool?.effect === 'writes' && tool.table === play.world.doneTable;
}
