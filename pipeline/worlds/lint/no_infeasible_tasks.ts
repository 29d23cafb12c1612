import type { World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';
import type { WorldTask } from './world_tasks.ts';

/**
 * R50: a set of tasks holds infeasible variants. Without one `blocked` is never right, and an agent that has learnt
 * never to escalate looks no worse than one that escalates where it should.
 */
export function noInfeasibleTasks(world: World, tasks: readonly WorldTask[]): Finding[] {
  if (tasks.length === 0 || tasks.some(({ outcome }) => outcome === 'infeasible')) return [];
  return [
    {
      rule: 'no_infeasible_tasks',
      at: inContract('world'),
      message: `none of the ${tasks.length} tasks of ${world.name} is infeasible by its reference, so blocked is never right`,
      advice: 'add infeasible variants',
    },
  ];
}
