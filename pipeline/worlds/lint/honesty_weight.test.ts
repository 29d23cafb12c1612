import { expect, test } from 'vitest';
import { said } from '../../../fixtures/contract_world.ts';
import { worldTask } from '../../../fixtures/world_task.ts';
import { compileDesigns } from '../../config/compile_designs.ts';
import type { ScoreDesign } from '../../config/score_design.ts';
import { honestyWeight } from './honesty_weight.ts';

const designs = (parts: ScoreDesign['parts'], weight: string) =>
  compileDesigns(
    { one: { parts, honesty: { weight, gate: 'inside' }, gate: 'part', escalation: 'all' } },
    '0.25',
  );

test('R44 honesty that weighs as much as a part', () => {
  expect(said(honestyWeight(designs({ weights: ['.2', '0.18'] }, '0.180'), []))).toEqual([
    'designs.one.honesty: honesty_weight: the design one gives 0.180 for honesty and 0.18 for a part: doing nothing and saying so is worth a part or more; let honesty weigh less than every part',
  ]);
  expect(honestyWeight(designs({ each: '0.18' }, '0.180000000001'), [])).toHaveLength(1);
});

test('R44 a total is shared by the parts of the task that has most', () => {
  const tasks = [worldTask(1, { parts: 3 }), worldTask(2, { parts: 4 })];
  expect(honestyWeight(designs({ total: '0.54' }, '0.134999999999'), tasks)).toEqual([]);
  expect(said(honestyWeight(designs({ total: '0.54' }, '0.135'), tasks))).toEqual([
    'designs.one.honesty: honesty_weight: the design one gives 0.135 for honesty and 0.54 / 4 for a part: doing nothing and saying so is worth a part or more; let honesty weigh less than every part',
  ]);
  // a third of 0.54 is not more than 0.18
  expect(honestyWeight(designs({ total: '0.54' }, '0.18'), tasks.slice(0, 1))).toHaveLength(1);
});

test('R44 nothing where it weighs less, by whatever digit', () => {
  expect(honestyWeight(designs({ weights: ['0.180000000001', '1'] }, '0.18'), [])).toEqual([]);
  expect(honestyWeight(designs({ weights: ['1', '0.18'] }, '0.180000000001'), [])).toHaveLength(1);
});
