import { namedRandom } from '../../../udf/xoshiro128.ts';
import type { World } from '../../worlds/world.ts';
import type { Script, Told } from '../agents/script.ts';
import type { DrawnTask } from '../tasks/draw_task.ts';
import type { WorldScript } from '../tasks/world_script.ts';
import { changedTables, type LoggedCall, openEnvironment } from './environment.ts';
import { type Label, labelOf } from './label.ts';
import { type Play, troubles } from './play.ts';

/** Every attempt is handed in at this time: nothing that is generated depends on a clock. */
const SUBMITTED_AT = '2026-01-01T00:00:00Z';

export type GeneratedAttempt = { readonly attempt: Readonly<Record<string, unknown>>; readonly label: Label };

/** Lets a scripted agent work on a task and report. The same task, agent and epoch give the same attempt. */
export function runAgent(
  world: World,
  script: WorldScript,
  task: DrawnTask,
  [agent, act]: readonly [string, Script],
  epoch: number,
): GeneratedAttempt {
  const id = `${task.id}/${agent}/${epoch}`;
  const play = openPlay(world, script, task, id);
  const told = act(play);
  return {
    attempt: {
      attempt_id: id,
      task_id: task.id,
      agent,
      epoch,
      submitted_at: SUBMITTED_AT,
      claim_source: 'stated',
      ...(told.report === undefined ? {} : { report: told.report }),
      tool_calls: loggedCalls(play, told),
      final_state: changedTables(play.environment),
    },
    label: labelOf({ attempt_id: id, task_id: task.id, agent }, play, told),
  };
}

function loggedCalls({ environment }: Play, { logged }: Told): readonly LoggedCall[] | null {
  if (logged === false) return null;
  return logged === 'reversed' ? environment.log.toReversed() : environment.log;
}

/** An agent before its first call. @param id what chance is left to it depends on */
export function openPlay(world: World, script: WorldScript, task: DrawnTask, id: string): Play {
  const { draft, reference, variant } = task;
  const environment = openEnvironment(world, draft.initial);
  const doneByOthers = variant === 'others_do' ? script.doneByOthers?.(draft) : undefined;
  if (doneByOthers) environment.intervene(world.doneTable ?? '', rows => [...rows, doneByOthers]);
  return {
    world,
    variant,
    draft,
    reference,
    moves: script.moves(draft),
    untruths: script.untruths(draft),
    environment,
    random: namedRandom(id),
    trouble: troubles[variant] ?? null,
    doneByOthers,
    broken: new Set(),
    failedGates: new Set(),
  };
}
