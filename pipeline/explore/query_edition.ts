import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../dag/database.ts';
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
    // a query reads the edition, and nothing else: no file, no network, no extension
    await database.run('set enable_external_access = false; set lock_configuration = true');
    const reader = await runOne(database, query);
    const columns = reader.columnNames();
    if (format === 'json') return `${JSON.stringify(reader.getRowObjectsJson(), null, 1)}\n`;
    const rows = reader.getRows().map(row => row.map(value => (value === null ? null : String(value))));
    if (format === 'csv') return [columns, ...rows].map(row => `${row.map(csvField).join(',')}\n`).join('');
    return `${textTable(columns, rows)}\n`;
  } finally {
    database.close();
  }
}

async function runOne({ connection }: Database, query: string) {
  const ONE = 'give one query: a select, without another statement behind it';
  if (query.trim() === '') throw misuse(ONE);
  try {
    const { count } = await connection.extractStatements(query);
    if (count === 1) return await connection.runAndReadAll(query);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // what stands before the excerpt of the query, such as "Did you mean …", on one line
    const [said = ''] = message
      .replace(/^Failed to extract statements:\s*/, '')
      .trim()
      .split(/\n+LINE \d+:/);
    throw misuse(`the query cannot be run: ${said.replaceAll(/\s*\n\s*/g, ' ')}`, { cause: error });
  }
  throw misuse(ONE);
}

/** RFC 4180; null is empty, and an empty text is quoted. */
function csvField(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
