import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import type { Database } from '../dag/database.ts';
import { copyOptions, copySelect, type TableFormat } from '../digest/relation.ts';
import { type PublishedTable, totalOrder } from './published_table.ts';

/** Where a table is in an edition, in one format. */
export function tablePath(name: string, format: TableFormat): string {
  return `tables/${name}.${format}`;
}

/** Writes every table in every format below `tables/`, rows in a total order. */
export async function writeTables(
  database: Database,
  tables: readonly PublishedTable[],
  formats: readonly TableFormat[],
  folder: string,
): Promise<void> {
  mkdirSync(join(folder, 'tables'), { recursive: true });
  for (const table of tables) {
    for (const format of formats) {
      const select = `select ${copySelect(table.columns, format)} from (from ${quotedIdentifier(table.name)} ${totalOrder(table)})`;
      const path = quotedString(join(folder, tablePath(table.name, format)));
      await database.run(`copy (${select}) to ${path} ${copyOptions(format)}`);
    }
  }
}
