import { expect, test } from 'vitest';
import { openTrial } from '../../../fixtures/world_trial.ts';
import type { Call, State } from '../tasks/world_script.ts';
import { changedTables, matches, openEnvironment } from './environment.ts';

const { world } = await openTrial('invoices');

const before = { invoice: 'I-1', approver: 'A-01', amount: '10.00' };
const other = { invoice: 'I-2', approver: 'A-01', amount: '20.00' };
const after = { ...before, approver: 'A-02' };
const hold = { invoice: 'I-1', hold: 'price' };
const kept = { invoice: 'I-1', hold: 'address' };
const initial: State = { approvals: [before, other], rejections: [], holds: [hold, kept], messages: [] };

const approve: Call = { tool: 'approve_invoice', args: after };
const release: Call = { tool: 'release_hold', args: hold };
const send: Call = { tool: 'send_message', args: { to: 'V-1', invoice: 'I-1' } };
const list = (args: Call['args']): Call => ({ tool: 'list_approvals', args });

const open = () => openEnvironment(world, initial);

test("a write replaces the row of its key, counts as the agent's own, and is logged in turn", () => {
  const environment = open();
  environment.call(list({}));
  expect(environment.call(approve)).toEqual({ seq: 2, ...approve, ok: true, result: { done: true } });
  expect(environment.state.approvals).toEqual([other, after]);
  expect(environment.own).toEqual({ approvals: [after] });
  expect(environment.log.map(({ seq, tool, ok }) => [seq, tool, ok])).toEqual([
    [1, 'list_approvals', true],
    [2, 'approve_invoice', true],
  ]);
});

test('a removal takes the rows that match all its fields', () => {
  const environment = open();
  environment.call(release);
  expect(environment.state.holds).toEqual([kept]);
  expect(environment.own).toEqual({ holds: [hold] });
  // it names no hold, and no row has none
  environment.call({ tool: 'release_hold', args: { invoice: 'I-1' } });
  expect(environment.state.holds).toEqual([kept]);
});

test('rows of a table without key add up, with the values that the contract gives them', () => {
  const environment = open();
  environment.call(send);
  environment.call(send);
  const sent = { to: 'V-1', invoice: 'I-1', state: 'delivered' };
  expect(environment.state.messages).toEqual([sent, sent]);
});

test.each([
  ['silent', { ok: true, happens: false }],
  ['phantom', { ok: false, happens: true }],
  ['refused', { ok: false, happens: false }],
] as const)('a %s fault: what the tool says, and what happens', (fault, { ok, happens }) => {
  const environment = open();
  const answers = [approve, release].map(call => environment.call(call, fault));
  expect(answers.map(answer => [answer.ok, answer.result])).toEqual([
    [ok, { done: ok }],
    [ok, { done: ok }],
  ]);
  expect(environment.state).toEqual(
    happens ? { ...initial, approvals: [other, after], holds: [kept] } : initial,
  );
  // own is what the agent was told that it did
  expect(environment.own).toEqual(ok ? { approvals: [after], holds: [hold] } : {});
});

test('where success is a word in the result, a failure says another', () => {
  const environment = open();
  expect(environment.call(send).result).toEqual({ done: true, status: 'sent' });
  expect(environment.call(send, 'refused')).toEqual({
    seq: 2,
    ...send,
    ok: false,
    result: { done: false, status: 'refused' },
  });
});

test('a read shows what is so, within its scope, under the path of the contract', () => {
  const environment = open();
  environment.call(approve, 'silent');
  expect(environment.call(list({})).result).toEqual({ rows: [before, other] });
  environment.call(approve);
  expect(environment.call(list({})).result).toEqual({ rows: [other, after] });
  expect(environment.call(list({ approver: 'A-02' })).result).toEqual({ rows: [after] });
  expect(environment.call(list({ approver: 'A-03' })).result).toEqual({ rows: [] });
});

test('a tool that the contract does not map does nothing, with success', () => {
  const environment = open();
  const check = { tool: 'run_check', args: { check: 'one' } };
  expect(environment.call(check)).toEqual({ seq: 1, ...check, ok: true, result: { checked: true } });
  expect(environment.state).toEqual(initial);
});

test('what somebody else does is in the state, and neither in the log nor among what the agent did', () => {
  const environment = open();
  environment.intervene('approvals', rows => rows.filter(row => !matches(row, { invoice: 'I-2' })));
  expect(environment.state.approvals).toEqual([before]);
  expect([environment.log, environment.own]).toEqual([[], {}]);
});

test('a final state holds the tables that were touched, and the initial state stays as it was', () => {
  const environment = open();
  expect(changedTables(environment)).toEqual({});
  environment.call(send, 'silent');
  environment.call(release);
  environment.intervene('rejections', () => [{ invoice: 'I-2', reason: 'duplicate' }]);
  expect(changedTables(environment)).toEqual({
    holds: [kept],
    rejections: [{ invoice: 'I-2', reason: 'duplicate' }],
  });
  expect(environment.initial).toEqual({
    approvals: [before, other],
    rejections: [],
    holds: [hold, kept],
    messages: [],
  });
});
