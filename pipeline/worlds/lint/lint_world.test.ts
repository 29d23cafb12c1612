import { expect, test } from 'vitest';
import { contractOf, worldOf } from '../../../fixtures/contract_world.ts';
import { worldTask } from '../../../fixtures/world_task.ts';
import { lintWorld } from './lint_world.ts';

const shifts = contractOf('shifts');

test('what the sources give nothing to look at is skipped, and said so', async () => {
  expect(lintWorld(await worldOf(shifts), { tasks: [], given: null, calls: [] }).skipped).toEqual([
    'unused_reasons, unknown_reasons, no_infeasible_tasks, nothing_required: there are no tasks',
    'uncovered_tables, of tables that no tool writes or removes from: there are no attempts',
  ]);
  expect(
    lintWorld(await worldOf(shifts), {
      tasks: [worldTask(1, { outcome: 'none' })],
      given: new Set(),
      calls: [],
    }).skipped,
  ).toEqual(['unused_reasons, unknown_reasons: no task has the reference of a solver that came to a result']);
});
