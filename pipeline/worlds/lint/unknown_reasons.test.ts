import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { infeasibleTask } from '../../../fixtures/world_task.ts';
import { unknownReasons } from './unknown_reasons.ts';

const shifts = contractOf('shifts');

test('R23 a reason that no agent can give', async () => {
  const tasks = [
    infeasibleTask(1, 'rest_rule'),
    infeasibleTask(2, 'too_late', 'not_finished'),
    infeasibleTask(3, 'too_late'),
    infeasibleTask(4, 'too_late'),
  ];
  expect(said(unknownReasons(await worldOf(shifts), tasks))).toEqual([
    'tasks.jsonl:2: unknown_reasons: the reference of t-2 and of 2 tasks after it gives the reason too_late, which the contract does not have in open_issues: no agent can give it; have too_late: impossible among the reasons, or correct the reference',
    'tasks.jsonl:2: unknown_reasons: the reference of t-2 gives the reason not_finished, which the contract calls possible: no agent can give it; have not_finished: impossible among the reasons, or correct the reference',
  ]);
});
