import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { infeasibleTask, worldTask } from '../../../fixtures/world_task.ts';
import { noInfeasibleTasks } from './no_infeasible_tasks.ts';

const shifts = contractOf('shifts');

test('R50 no infeasible variants', async () => {
  expect(
    said(noInfeasibleTasks(await worldOf(shifts), [worldTask(1), worldTask(2, { outcome: 'timeout' })])),
  ).toEqual([
    'world: no_infeasible_tasks: none of the 2 tasks of shifts is infeasible by its reference, so blocked is never right; add infeasible variants',
  ]);
  expect(noInfeasibleTasks(await worldOf(shifts), [worldTask(1), infeasibleTask(2)])).toEqual([]);
});
