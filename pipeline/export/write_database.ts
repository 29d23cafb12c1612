import { join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import type { Database } from '../dag/database.ts';
import { catalogueSql } from './edition_catalogue.ts';
import { type PublishedTable, totalOrder } from './published_table.ts';

/** Writes `edition.duckdb`: the same tables, described, with macros for intervals. */
export async function writeDatabase(
  database: Database,
  tables: readonly PublishedTable[],
  confidence: number,
  folder: string,
): Promise<void> {
  await database.run(`attach ${quotedString(join(folder, 'edition.duckdb'))} as edition`);
  try {
    for (const table of tables) {
      const name = quotedIdentifier(table.name);
      await database.run(`create table edition.main.${name} as from main.${name} ${totalOrder(table)}`);
    }
    const described = tables.map(({ name, contract, columns }) => ({
      name,
      description: contract.description,
      columns,
    }));
    await database.run(catalogueSql('edition', described, confidence));
  } finally {
    await database.run('detach edition');
  }
}
