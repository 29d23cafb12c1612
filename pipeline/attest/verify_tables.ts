import { join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import { type Database, openDatabase } from '../dag/database.ts';
import { readRelation, type TableFormat, tableFormats } from '../digest/relation.ts';
import { editionRoot, tableDigest, tableDigestOf } from '../digest/table_digest.ts';
import type { EditionManifest } from '../export/edition_manifest.ts';
import { refusal } from '../failure.ts';
import type { Checks } from './check.ts';

type Table = EditionManifest['tables'][number];

/** An edition whose manifest could be read, and which of its files are those that it names. */
export type EditionTables = {
  readonly folder: string;
  readonly manifest: EditionManifest;
  readonly isPublished: (path: string) => boolean;
};

/** The database as which `edition.duckdb` is attached. */
const ATTACHED = 'edition';

/** Digests of tables that the manifest names, and the root over them. Reads no other file. */
export function checkRoot({ tables, root }: EditionManifest): string {
  for (const { name, columns, rows, treeRoot, digest } of tables) {
    const found = tableDigestOf({ name, columns }, rows, treeRoot);
    if (found !== digest) throw refusal(`table ${name}: digest is ${found}, manifest.json says ${digest}`);
  }
  const found = editionRoot(tables);
  if (found !== root) throw refusal(`root is ${found}, manifest.json says ${root}`);
  return found;
}

/** Computes the digest of every table again: from each of its files, and from `edition.duckdb`. */
export async function checkTables(edition: EditionTables, checks: Checks): Promise<void> {
  const database = await openDatabase(':memory:');
  try {
    for (const table of edition.manifest.tables) {
      for (const format of tableFormats) await checkTableFile(database, edition, table, format, checks);
    }
    if (await checks.make('database', () => attachEdition(database, edition))) {
      for (const table of edition.manifest.tables) {
        const relation = `${ATTACHED}.main.${quotedIdentifier(table.name)}`;
        await checks.make(`database ${table.name}`, () => checkDigest(database, table, relation));
      }
    }
  } finally {
    database.close();
  }
}

async function checkTableFile(
  database: Database,
  edition: EditionTables,
  table: Table,
  format: TableFormat,
  checks: Checks,
): Promise<void> {
  const path = table.files[format];
  if (path === undefined) return;
  await checks.make(`table ${table.name} ${format}`, () => {
    if (!edition.isPublished(path)) throw refusal(`${path}: not read, as it is not the published file`);
    return checkDigest(database, table, readRelation(join(edition.folder, path), format, table.columns));
  });
}

async function checkDigest(database: Database, table: Table, relation: string): Promise<string> {
  const columns = table.columns.map(({ name, type }) => ({ name, type }));
  const found = await tableDigest(database, { name: table.name, relation, columns });
  if (found.rows !== table.rows) throw refusal(`${found.rows} rows, manifest.json says ${table.rows}`);
  if (found.digest !== table.digest) {
    throw refusal(`digest is ${found.digest}, manifest.json says ${table.digest}`);
  }
  return `${found.rows} rows, ${found.digest}`;
}

/** Attaches `edition.duckdb`, which must hold the manifest's tables and no other table or view. */
async function attachEdition(
  database: Database,
  { folder, manifest, isPublished }: EditionTables,
): Promise<string> {
  if (!isPublished('edition.duckdb'))
    throw refusal('edition.duckdb: not read, as it is not the published file');
  const file = quotedString(join(folder, 'edition.duckdb'));
  try {
    await database.run(`attach ${file} as ${ATTACHED} (read_only)`);
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw refusal(`edition.duckdb: cannot be opened: ${message}`, { cause: error });
  }
  const rows = await database.rows<{ name: string }>(`
    select table_name as name from duckdb_tables() where database_name = '${ATTACHED}' and schema_name = 'main'
    union all
    select schema_name || '.' || view_name || ' (a view)' from duckdb_views() where database_name = '${ATTACHED}' and not internal
    union all
    select schema_name || '.' || table_name from duckdb_tables() where database_name = '${ATTACHED}' and schema_name <> 'main'
    order by name`);
  const found = rows.map(row => row.name).join(', ');
  const expected = manifest.tables.map(table => table.name).sort();
  if (found !== expected.join(', ')) {
    throw refusal(`edition.duckdb: holds ${found || 'no table'}; manifest.json names ${expected.join(', ')}`);
  }
  return `${rows.length} tables; its macros are not hashed`;
}
