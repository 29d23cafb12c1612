import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryEdition } from '../../fixtures/temporary_edition.ts';
import { readEditionConfig } from '../../pipeline/config/edition_config.ts';
import { openDatabase } from '../../pipeline/dag/database.ts';
import { buildTables } from '../../pipeline/load/build_tables.ts';
import { createLog } from '../../pipeline/log.ts';
import { functions } from '../../udf/register.ts';

/** The calls of one attempt at the first task of shifts, in the order of their turns. */
async function loaded(calls: readonly object[], contract = (text: string) => text) {
  const edition = temporaryEdition();
  onTestFinished(edition.remove);
  const folder = join(edition.folder, 'fixtures/worlds/shifts');
  const [first = ''] = readFileSync(join(folder, 'attempts.jsonl'), 'utf8').split('\n');
  writeFileSync(
    join(folder, 'attempts.jsonl'),
    `${JSON.stringify({ ...JSON.parse(first), tool_calls: calls })}\n`,
  );
  writeFileSync(join(folder, 'contract.yml'), contract(readFileSync(join(folder, 'contract.yml'), 'utf8')));
  const database = await openDatabase(':memory:', { functions });
  onTestFinished(() => database.close());
  const config = await readEditionConfig(edition.config);
  await buildTables(config, database, { log: createLog({ quiet: true }), select: '+tool_calls' });
  return database.rows(`
    select turn::int as turn, seq::int as seq, tool, success, to_json(cells)::varchar as cells, broken
    from tool_calls where world = 'shifts' order by turn`);
}

const send = (more: object) => ({
  tool: 'send_message',
  args: { to: 'S-1', shift: 'Tue night', unit: 'B' },
  ok: true,
  ...more,
});
const sent = '["S-1","Tue night","B","delivered"]';

test('calls are in the order of seq, a missing one is the place, and of two the later is later', async () => {
  const calls = [{ seq: 3, tool: 'd' }, { seq: 1, tool: 'a' }, { tool: 'c' }, { seq: 1, tool: 'b' }];
  expect((await loaded(calls)).map(({ turn, seq, tool }) => [turn, seq, tool])).toEqual([
    [1, 1, 'a'],
    [2, 1, 'b'],
    [3, 3, 'd'],
    [4, 3, 'c'],
  ]);
});

test('success is the word of the tool, held against ok_when', async () => {
  const calls = [
    send({ result: { status: 'sent' } }),
    send({ result: { status: 'queued' } }),
    send({ result: 'sent' }),
    send({ ok: false, result: { status: 'sent' } }),
    send({ ok: null, result: { status: 'sent' } }),
  ];
  expect((await loaded(calls)).map(({ success, cells }) => [success, cells])).toEqual([
    [true, sent],
    [false, sent],
    [false, sent],
    [false, sent],
    [null, sent],
  ]);
});

test('an ok_when of null is met by a null, and not by nothing', async () => {
  const calls = [send({ result: { error: null } }), send({ result: {} }), send({ result: { error: 'no' } })];
  const rows = await loaded(calls, text => text.replace('$.result.status: sent', '$.result.error: null'));
  expect(rows.map(({ success }) => success)).toEqual([true, false, false]);
});

test('a path that leads nowhere breaks the row', async () => {
  const rows = await loaded([send({ args: { to: 'S-1', shift: 'Tue night' } }), send({ args: null })]);
  expect(rows.map(({ cells, broken }) => [cells, broken])).toEqual([
    ['["S-1","Tue night",null,"delivered"]', true],
    ['[null,null,null,"delivered"]', true],
  ]);
});
