import type { World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';
import { isSolved, type WorldTask } from './world_tasks.ts';

/**
 * Reasons no solver gives: of kind `impossible`, and in no reference of a solved task. (Where no solver came to a
 * result reasons are not judged, A6.)
 */
export function unusedReasons(world: World, tasks: readonly WorldTask[]): Finding[] {
  const solved = tasks.filter(isSolved);
  if (solved.length === 0) return [];
  const given = new Set(solved.flatMap(({ reasons }) => reasons));
  return world.lists.flatMap(list =>
    list.reasons
      .filter(({ name, kind }) => kind === 'impossible' && !given.has(name))
      .map(({ name }) => ({
        rule: 'unused_reasons',
        at: inContract('report', list.name, 'reasons', name),
        message: `no reference of the ${solved.length} solved tasks gives the reason ${name}, so it is never right there`,
        advice: 'add tasks in which it is a reason, or take it out',
      })),
  );
}
