import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import { type Database, openDatabase } from '../dag/database.ts';
import { columnTypeText, parseColumnType } from '../digest/column_type.ts';
import { jsonFieldNames, readRelation, type TableFormat, tableFormats } from '../digest/relation.ts';
import { editionRoot, tableDigest, tableDigestOf } from '../digest/table_digest.ts';
import { catalogueSql, readCatalogue } from '../export/edition_catalogue.ts';
import type { EditionManifest } from '../export/edition_manifest.ts';
import { Failure, refusal } from '../failure.ts';
import { type Check, Checks } from './check.ts';

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

/**
 * Computes the digest of every table again: from each of its files, and from `edition.duckdb`, which is read beside
 * them.
 */
export async function checkTables(edition: EditionTables, checks: Checks): Promise<void> {
  const inDatabase = checkDatabase(edition);
  // whoever waits for it below hears of it
  inDatabase.catch(() => {});
  try {
    await checkFiles(edition, checks);
  } finally {
    await inDatabase.catch(() => {});
  }
  for (const { check, status, detail } of await inDatabase) checks.add(check, status, detail);
}

async function checkFiles(edition: EditionTables, checks: Checks): Promise<void> {
  const database = await openDatabase(':memory:');
  try {
    for (const table of edition.manifest.tables) {
      for (const format of tableFormats) await checkTableFile(database, edition, table, format, checks);
    }
  } finally {
    database.close();
  }
}

async function checkDatabase(edition: EditionTables): Promise<readonly Check[]> {
  const checks = new Checks(() => {});
  const database = await openDatabase(':memory:');
  try {
    if (await checks.make('database', () => attachEdition(database, edition))) {
      await checks.make('database catalogue', () =>
        checkCatalogue(database, edition.manifest).catch(corrupt),
      );
      for (const table of edition.manifest.tables) {
        const relation = `${ATTACHED}.main.${quotedIdentifier(table.name)}`;
        await checks.make(`database ${table.name}`, () =>
          checkDigest(database, table, relation).catch(corrupt),
        );
      }
    }
    return checks.done;
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
  await checks.make(`table ${table.name} ${format}`, async () => {
    if (!edition.isPublished(path)) throw refusal(`${path}: not read, as it is not the published file`);
    await checkNames(database, join(edition.folder, path), format, table);
    return checkDigest(database, table, readRelation(join(edition.folder, path), format, table.columns));
  });
}

/** A reader of declared columns takes values by place (CSV) or by name (JSON): what a file calls them must agree. */
async function checkNames(
  database: Database,
  path: string,
  format: TableFormat,
  table: Table,
): Promise<void> {
  const expected = table.columns.map(column => column.name).join();
  const found = format === 'csv' ? [headerOf(path)] : format === 'json' ? await fieldsOf(database, path) : [];
  const wrong = found.find(names => names !== expected);
  if (wrong !== undefined) throw refusal(`names its columns ${wrong}; manifest.json says ${expected}`);
}

/** The first line of a CSV file. */
function headerOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(64 * 1024);
    const text = head.toString('utf8', 0, readSync(file, head));
    return text.split(/\r?\n/)[0] ?? '';
  } finally {
    closeSync(file);
  }
}

async function fieldsOf(database: Database, path: string): Promise<string[]> {
  const rows = await database.rows<{ names: string[] }>(jsonFieldNames(path)).catch(error => {
    throw refusal(`not the rows of a table: ${error.message.split('\n')[0]}`, { cause: error });
  });
  return rows.map(({ names }) => names.join());
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
    select if(schema_name = 'main', '', schema_name || '.') || table_name as name
    from duckdb_tables() where database_name = '${ATTACHED}' order by name`);
  const found = rows.map(row => row.name).join(', ');
  const expected = manifest.tables.map(table => table.name).sort();
  if (found !== expected.join(', ')) {
    throw refusal(`edition.duckdb: holds ${found || 'no table'}; manifest.json names ${expected.join(', ')}`);
  }
  return `${rows.length} tables`;
}

/** Comments and macros of `edition.duckdb` are those that the manifest implies, and there is nothing else in it. */
async function checkCatalogue(database: Database, manifest: EditionManifest): Promise<string> {
  const { confidence } = manifest.settings;
  if (typeof confidence !== 'number') throw refusal('manifest.json: settings.confidence: missing');
  const expected = await impliedCatalogue(database, manifest, confidence);
  const found = await readCatalogue(database, ATTACHED);
  const extra = found.find(line => !expected.includes(line));
  if (extra !== undefined) throw refusal(`edition.duckdb: holds what manifest.json does not imply: ${extra}`);
  const missing = expected.find(line => !found.includes(line));
  if (missing !== undefined) throw refusal(`edition.duckdb: lacks ${missing}`);
  return `${found.length} comments and macros`;
}

/** In a file as the edition's own is: DuckDB writes a macro otherwise once it has been stored. */
async function impliedCatalogue(database: Database, manifest: EditionManifest, confidence: number) {
  const folder = mkdtempSync(join(tmpdir(), 'candor-verify-'));
  const file = quotedString(join(folder, 'expected.duckdb'));
  try {
    await database.run(`attach ${file} as expected`);
    for (const { name, columns } of manifest.tables) {
      const declared = columns
        .map(
          column =>
            `${quotedIdentifier(column.name)} ${columnTypeText(parseColumnType(column.type, `${name}.${column.name}`))}`,
        )
        .join(', ');
      await database.run(`create table expected.main.${quotedIdentifier(name)} (${declared})`);
    }
    await database.run(catalogueSql('expected', manifest.tables, confidence));
    await database.run(`detach expected; attach ${file} as expected (read_only)`);
    return await readCatalogue(database, 'expected');
  } finally {
    await database.run('detach database if exists expected');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A damaged database is a definite no, and no reason to stop looking. */
function corrupt(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Failure && error.exitCode !== 3) throw error;
  if (/corrupt|checksum/i.test(message))
    throw refusal(`edition.duckdb: ${message.split('\n')[0]}`, { cause: error });
  throw error;
}
