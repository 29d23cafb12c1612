import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { unheardTools } from './unheard_tools.ts';

const world = await worldOf(contractOf('shifts'));
const assigned = { tool: 'assign', calls: 5, broken: 0 };

test('a tool that is called by a name like it, which the contract does not have', () => {
  expect(said(unheardTools(world, [assigned, { tool: 'unasign', calls: 3, broken: 0 }]))).toEqual([
    'tools.unassign: unheard_tools: no call is of unassign, and unasign, which the contract does not have, is called 3 times: what it says is not heard; name the tool unasign, or leave it out',
  ]);
});

test('a tool of which a path leads nowhere, always', () => {
  expect(said(unheardTools(world, [{ ...assigned, broken: 5 }]))).toEqual([
    'tools.assign: unheard_tools: a path of the row leads nowhere in all of its calls (5): what it says is not heard; correct the path that $.args or $.result does not have',
  ]);
});

test('nothing where it leads nowhere now and then, where a tool is not used, or others are', () => {
  expect(unheardTools(world, [{ ...assigned, broken: 4 }])).toEqual([]);
  expect(unheardTools(world, [])).toEqual([]);
  expect(unheardTools(world, [assigned, { tool: 'think', calls: 9, broken: 0 }])).toEqual([]);
});
