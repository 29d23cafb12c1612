import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { candor, rewrite, temporaryEdition } from '../../fixtures/temporary_edition.ts';
import { openDatabase } from '../../pipeline/dag/database.ts';
import { xoshiro128 } from '../../udf/xoshiro128.ts';

type Run = { readonly threads: number; readonly zone: string; readonly seed?: number };

/** The one agent of the fixtures as two, so that there are pairs: by the last digit of the attempt. */
function inTwo(line: string): string {
  const { agent, ...row } = JSON.parse(line);
  if (agent === undefined) return line;
  return JSON.stringify({
    ...row,
    agent: `${agent} ${row.attempt_id.charCodeAt(row.attempt_id.length - 1) % 2}`,
  });
}

/** Every table of `sql/measure` of the default edition, as text: the lines of its files in another order where a seed is given. */
async function measured({ threads, zone, seed }: Run): Promise<Record<string, string>> {
  const edition = temporaryEdition();
  onTestFinished(() => edition.remove());
  const random = seed === undefined ? undefined : xoshiro128(seed);
  for (const file of ['shifts/tasks', 'shifts/attempts', 'tau-airline/tasks', 'tau-airline/attempts'])
    rewrite(join(edition.folder, 'fixtures', 'worlds', `${file}.jsonl`), text => {
      const lines = text.trimEnd().split('\n').map(inTwo);
      return `${(random?.shuffled(lines) ?? lines).join('\n')}\n`;
    });
  const args = ['edition', '--select', '+measure', '--threads', String(threads)];
  const { exitCode, stderr } = await candor(args, edition.folder, { env: { TZ: zone } });
  expect([exitCode, stderr.includes('failed')]).toEqual([0, false]);
  const results = JSON.parse(readFileSync(join(edition.folder, 'target', 'run_results.json'), 'utf8'));
  const ids: string[] = results.nodes.map(({ node }: { node: string }) => node);
  const database = await openDatabase(join(edition.folder, 'target', 'candor.duckdb'), { readOnly: true });
  try {
    const kept = await database.rows<{ name: string }>('select table_name as name from duckdb_tables()');
    const names = ids
      .filter(id => id.startsWith('measure.'))
      .map(id => id.replace('measure.', '').replace('.v1', '_v1'))
      .filter(name => kept.some(table => table.name === name));
    const tables: Record<string, string> = {};
    for (const name of names.sort()) {
      const rows = await database.rows<{ row: string }>(
        `select to_json(t)::varchar as row from "${name}" as t order by all`,
      );
      tables[name] = rows.map(({ row }) => row).join('\n');
    }
    return tables;
  } finally {
    database.close();
  }
}

test('another order of lines, 1, 2 or 8 threads and another time zone: the same bytes of every table', async () => {
  const first = await measured({ threads: 1, zone: 'UTC' });
  expect(Object.keys(first)).toEqual(
    expect.arrayContaining([
      'agent_pairs',
      'claim_confusion',
      'difficulty',
      'slices',
      'slices_v1',
      'tool_faults',
    ]),
  );
  expect(Object.entries(first).filter(([, rows]) => rows === '')).toEqual([]);
  expect(await measured({ threads: 2, zone: 'Asia/Kathmandu', seed: 1 })).toEqual(first);
  expect(await measured({ threads: 8, zone: 'America/St_Johns', seed: 2 })).toEqual(first);
});
