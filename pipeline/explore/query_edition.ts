import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../dag/database.ts';
import { textTable } from '../dag/text_table.ts';
import { misuse } from '../failure.ts';

/** How rows are printed. */
export type RowFormat = 'table' | 'json' | 'csv';

/**
 * The rows of a query on an edition, read-only.
 *
 * @throws Failure 2 when there is no such edition or the query is wrong
 */
export async function queryEdition(folder: string, query: string, format: RowFormat): Promise<string> {
  const path = join(folder, 'edition.duckdb');
  if (!existsSync(path))
    throw misuse(`${path}: no such edition; run make edition, or name one with --edition`);
  const database = await openDatabase(path, { readOnly: true });
  try {
    const reader = await database.connection.runAndReadAll(query).catch(error => {
      const message = error instanceof Error ? error.message : String(error);
      throw misuse(`the query cannot be run: ${message.trim().split('\n')[0]}`, { cause: error });
    });
    const columns = reader.columnNames();
    if (format === 'json') return `${JSON.stringify(reader.getRowObjectsJson(), null, 1)}\n`;
    const rows = reader.getRows().map(row => row.map(value => (value === null ? null : String(value))));
    if (format === 'csv') return [columns, ...rows].map(row => `${row.map(csvField).join(',')}\n`).join('');
    return `${textTable(columns, rows)}\n`;
  } finally {
    database.close();
  }
}

/** RFC 4180; null is empty, and an empty text is quoted. */
function csvField(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
