import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { worldTask } from '../../../fixtures/world_task.ts';
import { nothingRequired } from './nothing_required.ts';

const shifts = contractOf('shifts');

test('A2 a task that requires nothing', async () => {
  const tasks = [worldTask(1), worldTask(7, { parts: 0 })];
  expect(said(nothingRequired(await worldOf(shifts), tasks))).toEqual([
    'tasks.jsonl:7: nothing_required: task t-7 requires no part, so complete is true whatever the agent does; require a part, or leave the task out',
  ]);
  const gated = await worldOf(shifts.replace('{fails: part}', '{fails: task}'));
  expect(said(nothingRequired(gated, tasks))).toEqual([
    'tasks.jsonl:7: nothing_required: task t-7 requires no part, so complete is true where the gates pass; require a part, or leave the task out',
  ]);
});
