import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { unclaimedFields } from './unclaimed_fields.ts';

const shifts = contractOf('shifts');

test('R5 R7 a column that tools write and no list of changes names', async () => {
  const world = await worldOf(
    shifts
      .replace('identity: [shift, unit, staff]', 'identity: [shift, unit]')
      .replace('columns: {to: text,', 'columns: {to: text, seen: boolean,'),
  );
  expect(said(unclaimedFields(world))).toEqual([
    'state.assignments.columns.staff: unclaimed_fields: assign writes staff of assignments, and no list of changes names it: a change in it alone is neither claimed nor missed; add it to the identity of a list, or to a where',
  ]);
});

test('a list of removals claims no change', async () => {
  const world = await worldOf(
    shifts.replace(
      'identity: [shift, unit, staff], severity: key}',
      'identity: [shift, unit], severity: key}\n  undone: {claims: removal, table: assignments, identity: [shift, unit, staff], severity: key}',
    ),
  );
  expect(unclaimedFields(world)).toHaveLength(1);
});

test('a where names a column; a table without a list of changes is not looked at', async () => {
  expect(unclaimedFields(await worldOf(shifts))).toEqual([]);
  expect(unclaimedFields(await worldOf(shifts.replace(/ {2}messages_sent: .*\n/, '')))).toEqual([]);
});
