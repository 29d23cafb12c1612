import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import type { Database } from '../dag/database.ts';
import { type TableDigest, tableDigest } from '../digest/table_digest.ts';
import type { PublishedTable } from './published_table.ts';

/**
 * The digest of every published table, by name. What was computed from the same model, UDFs and inputs before is
 * remembered in the database, beside the table it is of.
 */
export async function tableDigests(
  database: Database,
  tables: readonly PublishedTable[],
): Promise<Map<string, TableDigest>> {
  await database.run(`
    create schema if not exists dag;
    create table if not exists dag.digests (name varchar, fingerprint varchar, rows bigint, root varchar, digest varchar)`);
  const remembered = await database.rows<{
    name: string;
    fingerprint: string;
    rows: bigint;
    root: string;
    digest: string;
  }>('from dag.digests');
  const digests = new Map<string, TableDigest>();
  for (const table of tables) {
    const known = remembered.find(row => row.name === table.name && row.fingerprint === table.fingerprint);
    if (known) {
      digests.set(table.name, { rows: Number(known.rows), root: known.root, digest: known.digest });
      continue;
    }
    const relation = quotedIdentifier(table.name);
    const digest = await tableDigest(database, { name: table.name, relation, columns: table.columns });
    digests.set(table.name, digest);
    const values = [table.name, table.fingerprint, String(digest.rows), digest.root, digest.digest];
    await database.run(`
      delete from dag.digests where name = ${quotedString(table.name)};
      insert into dag.digests values (${values.map(quotedString).join(', ')})`);
  }
  return digests;
}
