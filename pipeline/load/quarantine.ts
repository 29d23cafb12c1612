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
