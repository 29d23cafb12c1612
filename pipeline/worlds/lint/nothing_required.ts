import type { World } from '../world.ts';
import type { Finding } from './finding.ts';
import type { WorldTask } from './world_tasks.ts';

/** A2: tasks that require nothing; `complete` is true of them whatever the agent did. */
export function nothingRequired(world: World, tasks: readonly WorldTask[]): Finding[] {
  const condition = world.taskGates.length > 0 ? 'where the gates pass' : 'whatever the agent does';
  return tasks
    .filter(({ parts }) => parts === 0)
    .map(({ taskId, file, line }) => ({
      rule: 'nothing_required',
      at: { kind: 'line', file, line },
      message: `task ${taskId} requires no part, so complete is true ${condition}`,
      advice: 'require a part, or leave the task out',
    }));
}
