import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { infeasibleTask, worldTask } from '../../../fixtures/world_task.ts';
import { unusedReasons } from './unused_reasons.ts';

const shifts = contractOf('shifts');

test('R23 a reason that no reference gives; a timeout gives none', async () => {
  const tasks = [
    worldTask(1),
    infeasibleTask(2, 'rest_rule', 'double_booked'),
    worldTask(3, { outcome: 'timeout', reasons: ['no_qualified_staff'] }),
  ];
  expect(said(unusedReasons(await worldOf(shifts), tasks))).toEqual([
    'report.open_issues.reasons.no_qualified_staff: unused_reasons: no reference of the 2 solved tasks gives the reason no_qualified_staff, so it is never right there; add tasks in which it is a reason, or take it out',
  ]);
  expect(unusedReasons(await worldOf(shifts), [...tasks, infeasibleTask(4, 'no_qualified_staff')])).toEqual(
    [],
  );
  expect(unusedReasons(await worldOf(shifts), [worldTask(1, { outcome: 'none' })])).toEqual([]);
});
