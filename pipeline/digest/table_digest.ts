import { DuckDBBlobValue } from '@duckdb/node-api';
import type { Database } from '../dag/database.ts';
import { breakdown, type Failure, refusal } from '../failure.ts';
import { canonicalJson } from './canonical_json.ts';
import { type Column, columnTypeText, parseColumnType } from './column_type.ts';
import { HASH_BYTES, leafHash, sha256, treeRoot } from './merkle_tree.ts';
import { rowTokens } from './row_tokens.ts';

/** The digest of a table, in lower-case hex, the same whatever file or database holds the rows. */
export type TableDigest = { readonly rows: number; readonly root: string; readonly digest: string };

/** What is hashed: a table's published name, its columns in order, and what SQL reads it from (a quoted name, a function call, a subquery in brackets). */
export type TableSource = {
  readonly name: string;
  readonly relation: string;
  readonly columns: readonly Column[];
};

/**
 * The canonical digest of a table, computed by the database. Exact rules: FORMAT.md.
 *
 * @throws Failure 1 when the relation has other columns than declared, or a value has no canonical text; 2 for a type that cannot be published
 */
export async function tableDigest(database: Database, table: TableSource): Promise<TableDigest> {
  const schema = schemaDigest(table);
  const found = await describe(database, table).catch(unreadable(table));
  checkColumns(table, found, schema);
  const leaves = await sortedLeaves(database, table, schema).catch(unreadable(table));
  const rows = leaves.length / HASH_BYTES;
  const root = treeRoot(leaves).toString('hex');
  return { rows, root, digest: tableDigestOf(table, rows, root) };
}

/** The digest of a table of which the number of rows and the tree root (hex) are known. */
export function tableDigestOf(
  table: Pick<TableSource, 'name' | 'columns'>,
  rows: number,
  root: string,
): string {
  const schema = schemaDigest(table);
  return sha256(canonicalJson({ name: table.name, root, rows, schema })).toString('hex');
}

/** The hash of a table's column names and types, in order, as hex. */
export function schemaDigest(table: Pick<TableSource, 'name' | 'columns'>): string {
  const columns = table.columns.map(({ name, type }) => ({
    name,
    type: columnTypeText(parseColumnType(type, `${table.name}.${name}`)),
  }));
  return sha256(canonicalJson(columns)).toString('hex');
}

/**
 * The root of an edition, as hex: the tree over its tables' digests in the order of their names (UTF-16 code units, as RFC 8785 sorts keys).
 */
export function editionRoot(tables: readonly { readonly name: string; readonly digest: string }[]): string {
  const sorted = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return treeRoot(Buffer.concat(sorted.map(table => leafHash(Buffer.from(table.digest, 'hex'))))).toString(
    'hex',
  );
}

async function describe(database: Database, table: TableSource): Promise<Column[]> {
  const rows = await database.rows<{ column_name: string; column_type: string }>(
    `describe select * from ${table.relation}`,
  );
  return rows.map(row => ({ name: row.column_name, type: row.column_type }));
}

function checkColumns(table: TableSource, found: readonly Column[], schema: string): void {
  if (schemaOf(table.name, found) === schema) return;
  const written = (columns: readonly Column[]) =>
    columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  throw refusal(
    `table ${table.name}: has the columns ${written(found)}; declared are ${written(table.columns)}; make both the same`,
  );
}

/** Errors of the machine are no word on the data: those of memory and disk end with 3, the rest with 1. */
function unreadable(table: TableSource): (error: unknown) => never {
  return error => {
    const text = error instanceof Error ? error.message : String(error);
    const message = `table ${table.name}: ${text.split('\n')[0]?.replace(/^Invalid Input Error: /, '')}`;
    const kind: (message: string, options: ErrorOptions) => Failure =
      /^(Out of Memory|IO|INTERRUPT) Error/i.test(text) ? breakdown : refusal;
    throw kind(message, { cause: error });
  };
}

/** Undefined where a type is none that can be published: then it is not the declared one either. */
function schemaOf(name: string, columns: readonly Column[]): string | undefined {
  try {
    return schemaDigest({ name, columns });
  } catch {
    return undefined;
  }
}

async function sortedLeaves(database: Database, table: TableSource, schema: string): Promise<Buffer> {
  const sql = `
    select unhex(sha256(unhex('00${schema}') || encode(${rowTokens(table.columns, table.name)}))) as leaf
    from ${table.relation}
    order by leaf`;
  const chunks: Uint8Array[] = [];
  const result = await database.connection.stream(sql);
  for await (const chunk of result) {
    for (const leaf of chunk.getColumnValues(0)) if (leaf instanceof DuckDBBlobValue) chunks.push(leaf.bytes);
  }
  return Buffer.concat(chunks);
}
