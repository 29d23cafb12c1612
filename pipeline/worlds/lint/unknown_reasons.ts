import type { World } from '../world.ts';
import type { Finding } from './finding.ts';
import { isSolved, type WorldTask } from './world_tasks.ts';

/**
 * Reasons of references that no agent can give: the contract does not have them, or has them as `possible`, which is
 * never right of a part that cannot be done. One finding a reason, at the first task that has it.
 */
export function unknownReasons(world: World, tasks: readonly WorldTask[]): Finding[] {
  const list = world.lists.find(({ claims }) => claims === 'open_part');
  if (!list) return [];
  const kinds = new Map(list.reasons.map(({ name, kind }) => [name, kind]));
  const solved = tasks.filter(isSolved);
  const reasons = [...new Set(solved.flatMap(task => task.reasons))];
  return reasons
    .filter(reason => kinds.get(reason) !== 'impossible')
    .flatMap(reason => {
      const having = solved.filter(task => task.reasons.includes(reason));
      return having.slice(0, 1).map(({ file, line, taskId }) => ({
        rule: 'unknown_reasons',
        at: { kind: 'line' as const, file, line },
        message: `the reference of ${taskId}${others(having.length - 1)} gives the reason ${reason}, which the contract ${kinds.has(reason) ? 'calls possible' : `does not have in ${list.name}`}: no agent can give it`,
        advice: `have ${reason}: impossible among the reasons, or correct the reference`,
      }));
    });
}

const others = (count: number): string =>
  count === 0 ? '' : ` and of ${count} ${count === 1 ? 'task' : 'tasks'} after it`;
