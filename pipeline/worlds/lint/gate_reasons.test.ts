import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { gateReasons } from './gate_reasons.ts';

const shifts = contractOf('shifts');

test('A3 R23 R26 a reason named like a gate and called possible', async () => {
  const possible = shifts.replace('rest_rule: impossible', 'rest_rule: possible');
  expect(said(gateReasons(await worldOf(possible)))).toEqual([
    'report.open_issues.reasons.rest_rule: gate_reasons: the reason rest_rule is named like a gate and called possible: it is right of every part that could have been done, whether or not the gate fails; call it impossible, so that it is held against the reasons of the solver, or rename it',
  ]);
});

test('nothing where it is impossible, or no gate has its name', async () => {
  expect(gateReasons(await worldOf(shifts))).toEqual([]);
  expect(
    gateReasons(await worldOf(shifts.replace('no_qualified_staff: impossible', 'late: possible'))),
  ).toEqual([]);
});
