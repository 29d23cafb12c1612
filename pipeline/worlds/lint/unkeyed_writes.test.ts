import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { unkeyedWrites } from './unkeyed_writes.ts';

const shifts = contractOf('shifts');

test('A10 the done table without a key, and a write that sets more than the part', async () => {
  const unkeyed = shifts.replace('staff: text}, key: [shift, unit]}', 'staff: text}}');
  expect(said(unkeyedWrites(await worldOf(unkeyed)))).toEqual([
    'state.assignments: unkeyed_writes: assign writes staff of a part to assignments, which has no key: written again, the first staff stays confirmed; give the table key: [shift, unit]',
  ]);
});

test('A25 a row on the way to the state that a list claims', async () => {
  const drafted = `${shifts}  draft: {writes: messages, row: {to: $.args.to, shift: $.args.shift, unit: $.args.unit, state: {value: draft}}}\n`;
  expect(said(unkeyedWrites(await worldOf(drafted)))).toEqual([
    'state.messages: unkeyed_writes: draft writes messages with state = "draft" and send_message with "delivered", and it has no key: the second adds a row and takes nothing back; give the table the key by which the second replaces the row of the first',
  ]);
  const keyed = drafted.replace('state: text}}', 'state: text}, key: [to, shift, unit]}');
  expect(unkeyedWrites(await worldOf(keyed))).toEqual([]);
});

test('nothing where writes only add: one state, or each claimed by a list of its own', async () => {
  expect(unkeyedWrites(await worldOf(shifts))).toEqual([]);
  const both = shifts
    .replace(
      '  open_issues:',
      '  mailed: {claims: change, table: messages, identity: [to, shift, unit], where: {state: mailed}, severity: minor}\n  open_issues:',
    )
    .concat(
      '  mail: {writes: messages, row: {to: $.args.to, shift: $.args.shift, unit: $.args.unit, state: {value: mailed}}}\n',
    );
  expect(unkeyedWrites(await worldOf(both))).toEqual([]);
});
