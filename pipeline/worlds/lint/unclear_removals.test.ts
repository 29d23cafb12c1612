import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { unclearRemovals } from './unclear_removals.ts';

const removing = contractOf('shifts').replace(
  '  open_issues:',
  '  unassigned: {claims: removal, table: assignments, identity: [shift, staff], severity: key}\n  open_issues:',
);
const row = '{removes: assignments, row: {shift: $.args.shift, unit: $.args.unit}}';

test('no tool removes rows of the table', async () => {
  expect(said(unclearRemovals(await worldOf(removing.replace(/ {2}unassign: .*\n/, ''))))).toEqual([
    'report.unassigned.identity: unclear_removals: no tool removes rows of assignments, so none of the tools here can do what unassigned claims; add the tool that removes them',
  ]);
});

test('a tool that does not single out a row', async () => {
  const wide = removing.replace(row, '{removes: assignments, row: {shift: $.args.shift}}');
  expect(said(unclearRemovals(await worldOf(wide)))).toEqual([
    'report.unassigned.identity: unclear_removals: unassign does not give the key of assignments (shift, unit) or the identity of unassigned (shift, staff), so one call speaks of several rows; give in the row of the tool the fields that single out a row',
  ]);
});

test('nothing where one gives the key, or the identity; nor without a list of removals', async () => {
  const byIdentity = row.replace('unit: $.args.unit', 'staff: $.args.staff');
  expect(unclearRemovals(await worldOf(removing))).toEqual([]);
  expect(unclearRemovals(await worldOf(removing.replace(row, byIdentity)))).toEqual([]);
  expect(unclearRemovals(await worldOf(contractOf('shifts')))).toEqual([]);
});
