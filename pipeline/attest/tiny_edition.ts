import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import { openDatabase } from '../dag/database.ts';
import { canonicalJson } from '../digest/canonical_json.ts';
import { copyOptions, copySelect, tableFormats } from '../digest/relation.ts';
import { editionRoot, tableDigest } from '../digest/table_digest.ts';
import { hashFiles } from '../export/edition_files.ts';
import { type EditionManifest, readManifest } from '../export/edition_manifest.ts';

/** The tables of the tiny edition: an empty list, a NULL in a list, a double that is no number. */
export const tables = [
  {
    name: 'claims',
    columns: [
      { name: 'attempt_id', type: 'VARCHAR' },
      { name: 'item', type: 'VARCHAR[]' },
    ],
    rows: `values ('a/1', ['x', null]), ('a/2', []), ('a/3', null)`,
  },
  {
    name: 'rates',
    columns: [
      { name: 'agent', type: 'VARCHAR' },
      { name: 'rate', type: 'DOUBLE' },
    ],
    rows: `values ('m', 'nan'::double), ('n', 0.1)`,
  },
];

/** An edition of two tables for the tests of what verifies one, in a folder whose name is hard to quote. */
export type TinyEdition = {
  readonly parent: string;
  readonly original: string;
  /** A copy of the edition, changed by `change`. */
  tampered(change: (folder: string) => unknown): Promise<string>;
  remove(): void;
};

export async function createTinyEdition(): Promise<TinyEdition> {
  const parent = mkdtempSync(join(tmpdir(), "it's an [edition] "));
  const original = join(parent, 'original');
  let copies = 0;
  await writeEdition(original);
  return {
    parent,
    original,
    async tampered(change) {
      copies += 1;
      const folder = join(parent, `copy ${copies}`);
      cpSync(original, folder, { recursive: true });
      await change(folder);
      return folder;
    },
    remove: () => rmSync(parent, { recursive: true }),
  };
}

async function writeEdition(original: string): Promise<void> {
  const written = await writeTables(original);
  writeFileSync(join(original, 'index.html'), '<!doctype html>');
  const files = [...(await hashFiles(original))].filter(([path]) => path !== 'edition.duckdb');
  const manifest: EditionManifest = {
    candor: 1,
    edition: '2026-11',
    title: 'A tiny edition',
    date: '2026-11-30',
    licence: 'CC-BY-4.0',
    root: editionRoot(written),
    tables: written,
    files: files.map(([path, file]) => ({ path, ...file })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    inputs: [],
    models: [],
    settings: {},
    engine: {},
    git: null,
    attempts: 3,
  };
  writeFileSync(join(original, 'manifest.json'), canonicalJson(manifest));
  await seal(original);
}

/** Writes SHA256SUMS for the files as they are now. */
export async function seal(folder: string): Promise<void> {
  const lines = [...(await hashFiles(folder))].map(([path, { sha256 }]) => `${sha256}  ${path}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

/** Writes the manifest again with the files as they are now, and SHA256SUMS: what a forger would do. */
export async function reseal(
  folder: string,
  change: (manifest: EditionManifest) => void = () => {},
): Promise<void> {
  const path = join(folder, 'manifest.json');
  const manifest = readManifest(readFileSync(path));
  const files = await hashFiles(folder);
  manifest.files = manifest.files.map(file => ({
    path: file.path,
    bytes: 0,
    sha256: '',
    ...files.get(file.path),
  }));
  change(manifest);
  writeFileSync(path, canonicalJson(manifest));
  await seal(folder);
}

async function writeTables(folder: string): Promise<EditionManifest['tables']> {
  mkdirSync(join(folder, 'tables'), { recursive: true });
  const database = await openDatabase(':memory:');
  await database.run(`attach ${quotedString(join(folder, 'edition.duckdb'))} as target`);
  const written: EditionManifest['tables'] = [];
  for (const { name, columns, rows } of tables) {
    const declared = columns.map(column => `${quotedIdentifier(column.name)} ${column.type}`).join(', ');
    await database.run(`create table target.${name} (${declared}); insert into target.${name} ${rows}`);
    for (const format of tableFormats) {
      const file = quotedString(join(folder, `tables/${name}.${format}`));
      await database.run(
        `copy (select ${copySelect(columns, format)} from target.${name} order by 1) to ${file} ${copyOptions(format)}`,
      );
    }
    const found = await tableDigest(database, { name, relation: `target.${name}`, columns });
    written.push({
      name,
      description: name,
      version: 1,
      key: [columns[0]?.name ?? ''],
      rows: found.rows,
      digest: found.digest,
      treeRoot: found.root,
      columns: columns.map(column => ({ ...column, unit: null, description: column.name })),
      files: { parquet: `tables/${name}.parquet`, csv: `tables/${name}.csv`, json: `tables/${name}.json` },
    });
  }
  await database.run('detach target');
  database.close();
  return written;
}
