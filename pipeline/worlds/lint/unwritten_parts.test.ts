import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { unwrittenParts } from './unwritten_parts.ts';

const shifts = contractOf('shifts');
const assign = /assign: {11}\{writes: assignments.*/;

test('no tool writes the done table', async () => {
  expect(said(unwrittenParts(await worldOf(shifts.replace(assign, ''))))).toEqual([
    'parts.done.table: unwritten_parts: no tool writes assignments, so none of the tools here can do a part; add the tool that writes it',
  ]);
});

test('no write says which part it does', async () => {
  const blind = shifts.replace(
    assign,
    'assign: {writes: assignments, row: {shift: $.args.shift, staff: $.args.staff}}',
  );
  expect(said(unwrittenParts(await worldOf(blind)))).toEqual([
    'parts.done.table: unwritten_parts: no tool that writes assignments gives all of shift, unit, so no write says which part it does; give them in the row of the tool',
  ]);
});

test('nothing where a tool does, or where no table decides', async () => {
  expect(unwrittenParts(await worldOf(shifts))).toEqual([]);
  expect(unwrittenParts(await worldOf(contractOf('tau-airline')))).toEqual([]);
});
