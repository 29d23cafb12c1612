import { expect, test } from 'vitest';
import { contractOf, said, worldOf } from '../../../fixtures/contract_world.ts';
import { uncoveredTables } from './uncovered_tables.ts';

const shop = `
world: shop
version: 1
description: Sell.
state:
  goods: {columns: {good: text, price: integer}, key: [good]}
  orders: {columns: {order: text}, key: [order]}
  notes: {columns: {text: text}}
report:
  ordered: {claims: change, table: orders, identity: [order], severity: key}
tools:
  order: {writes: orders, row: {order: $.args.order}}
  cancel: {removes: orders, row: {order: $.args.order}}
  price: {writes: goods, row: {good: $.args.good, price: $.args.price}}
  reprice: {writes: goods, row: {good: $.args.good, price: $.args.price}}
`;

test('R7 what a tool does to a table and no list of that kind claims', async () => {
  expect(said(uncoveredTables(await worldOf(shop), new Set()))).toEqual([
    'state.goods: uncovered_tables: no list claims changes of goods, which price or reprice writes: they are neither claimed nor missed; add a list with claims: change on it',
    'state.orders: uncovered_tables: no list claims removals from orders, of which cancel removes rows: they are neither claimed nor missed; add a list with claims: removal on it',
  ]);
});

test('a table that no tool touches, where attempts give it in their final state', async () => {
  const world = await worldOf(
    shop.replaceAll(/ {2}(order|cancel|price|reprice): .*\n/g, '').replace('tools:', ''),
  );
  expect(uncoveredTables(world, new Set())).toEqual([]);
  expect(said(uncoveredTables(world, new Set(['notes', 'orders'])))).toEqual([
    'state.notes: uncovered_tables: no list claims anything of notes, and attempts give it in final_state: a change of it goes unseen; add a list on it, or leave it out of final_state where it cannot change',
  ]);
});

test('shifts: a removal from the plan need not be said', async () => {
  expect(said(uncoveredTables(await worldOf(contractOf('shifts')), new Set(['assignments'])))).toEqual([
    'state.assignments: uncovered_tables: no list claims removals from assignments, of which unassign removes rows: they are neither claimed nor missed; add a list with claims: removal on it',
  ]);
});
