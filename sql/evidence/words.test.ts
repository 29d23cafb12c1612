import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryEdition } from '../../fixtures/temporary_edition.ts';
import { readEditionConfig } from '../../pipeline/config/edition_config.ts';
import { openDatabase } from '../../pipeline/dag/database.ts';
import { buildTables } from '../../pipeline/load/build_tables.ts';
import { createLog } from '../../pipeline/log.ts';
import { functions } from '../../udf/register.ts';

test('the words grow with the calls, however often one key is written', async () => {
  const edition = temporaryEdition();
  const path = join(edition.folder, 'fixtures/worlds/shifts/attempts.jsonl');
  const [first = ''] = readFileSync(path, 'utf8').split('\n');
  const calls = 200;
  const attempt = {
    ...JSON.parse(first),
    tool_calls: Array.from({ length: calls }, (_, i) => ({
      tool: 'assign',
      args: { shift: 'Tue night', unit: 'B', staff: `S-${i}` },
      ok: true,
    })),
  };
  writeFileSync(path, `${JSON.stringify(attempt)}\n`);
  const database = await openDatabase(':memory:', { functions });
  const config = await readEditionConfig(edition.config);
  await buildTables(config, database, { log: createLog({ quiet: true }), select: '+words' });
  const [counted] = await database.rows<{ words: number; last: string }>(`
    select count(*)::int as words, max_by(cells[3], turn) filter (where word = 'present') as last from words`);
  database.close();
  edition.remove();
  // each write says that its row is there; the last says of every other row of the key that it is not
  expect(counted?.last).toBe(`S-${calls - 1}`);
  expect(counted?.words).toBeGreaterThanOrEqual(2 * calls - 1);
  expect(counted?.words).toBeLessThan(3 * calls);
});
