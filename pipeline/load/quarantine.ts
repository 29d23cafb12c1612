import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { quotedString } from '@duckdb/node-api';
import type { Database } from '../dag/database.ts';

/**
 * The lines that were not taken, in the order of reading, in words.
 *
 * @returns `FILE:LINE: field: reason (detail)` each
 */
export async function quarantinedLines(database: Database, limit?: number): Promise<string[]> {
  const rows = await database.rows<{ message: string }>(`
    select file || ':' || line || ': ' || coalesce(field || ': ', '') || reason || ' (' || detail || ')' as message
    from quarantine
    order by rowid
    ${limit === undefined ? '' : `limit ${limit}`}`);
  return rows.map(row => row.message);
}

/** The first of them; undefined when every line was taken. */
export async function firstQuarantined(database: Database): Promise<string | undefined> {
  return (await quarantinedLines(database, 1))[0];
}

/**
 * Keeps the text of the lines that were not taken, each with its place and reason, in `quarantine/lines.jsonl` below
 * a folder: an edition publishes counts and reasons alone. (Bytes that are no text stay where they were.)
 */
export async function keepQuarantined(database: Database, folder: string): Promise<void> {
  const path = join(folder, 'quarantine');
  rmSync(path, { recursive: true, force: true });
  const [found] = await database.rows<{ n: bigint }>('select count(*) as n from quarantine');
  if (!found?.n) return;
  mkdirSync(path, { recursive: true });
  await database.run(`
    copy (
      select quarantine.file, quarantine.line, quarantine.field, quarantine.reason, lines.text
      from quarantine
      join lines using (world, kind, file, line)  -- exactly one
      order by lines.file_number, lines.line
    ) to ${quotedString(join(path, 'lines.jsonl'))} (format json)`);
}
