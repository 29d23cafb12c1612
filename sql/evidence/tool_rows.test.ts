import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryEdition } from '../../fixtures/temporary_edition.ts';
import { readEditionConfig } from '../../pipeline/config/edition_config.ts';
import { openDatabase } from '../../pipeline/dag/database.ts';
import { buildTables } from '../../pipeline/load/build_tables.ts';
import { createLog } from '../../pipeline/log.ts';
import { functions } from '../../udf/register.ts';

/** The rows that a read of assignments is taken to show, in order. */
async function shown(rows: readonly unknown[]) {
  const edition = temporaryEdition();
  onTestFinished(edition.remove);
  const path = join(edition.folder, 'fixtures/worlds/shifts/attempts.jsonl');
  const [first = ''] = readFileSync(path, 'utf8').split('\n');
  const call = { tool: 'list_assignments', args: {}, ok: true, result: { rows } };
  writeFileSync(path, `${JSON.stringify({ ...JSON.parse(first), tool_calls: [call] })}\n`);
  const database = await openDatabase(':memory:', { functions, memoryLimit: '4GB' });
  onTestFinished(() => database.close());
  const config = await readEditionConfig(edition.config);
  await buildTables(config, database, { log: createLog({ quiet: true }), select: '+tool_rows' });
  return database.rows('select row_text, broken from tool_rows order by row_text, broken');
}

test('what a read shows and is no object is no row; an object without any field is one', async () => {
  expect(
    await shown([{ shift: 'Tue night', unit: 'B', staff: 'S-1' }, 5, null, [], {}, { other: 1 }]),
  ).toEqual([
    { row_text: '["Tue night","B","S-1"]', broken: false },
    { row_text: '[null,null,null]', broken: false },
    { row_text: '[null,null,null]', broken: false },
    { row_text: '[null,null,null]', broken: true },
    { row_text: '[null,null,null]', broken: true },
    { row_text: '[null,null,null]', broken: true },
  ]);
});

test('a read of many rows costs their number, not its square', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => ({ shift: `S ${i}`, unit: 'B', staff: null }));
  expect(await shown([...rows, {}])).toHaveLength(30_001);
});
