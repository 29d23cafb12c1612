import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../dag/database.ts';
import { canonicalJson } from '../digest/canonical_json.ts';
import { buildManifest, type EditionFile, type ManifestFacts } from './build_manifest.ts';
import { hashFolder } from './hash_folder.ts';
import { writeDatabase } from './write_database.ts';
import { writeTables } from './write_tables.ts';

/** Where editions are made before they are renamed; whatever an interrupted run left there goes first. */
export function stagingFolder(exportsFolder: string): string {
  return join(exportsFolder, '.staging');
}

/**
 * Writes a whole edition into the staging folder: tables, database, manifest and, last, SHA256SUMS.
 *
 * @param name the edition's name, as its folder will be called
 * @returns the staging folder and the bytes of the manifest
 */
export async function stageEdition(
  database: Database,
  facts: ManifestFacts,
  { exportsFolder, name, git }: { exportsFolder: string; name: string; git: string | null },
): Promise<{ folder: string; manifest: string }> {
  const folder = stagingFolder(exportsFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await writeTables(database, facts.tables, facts.config.formats, folder);
  const files = await hashFolder(folder);
  const manifest = canonicalJson(buildManifest(facts, name, git, files));
  await writeDatabase(database, facts.tables, facts.config.confidence, folder);
  writeFileSync(join(folder, 'manifest.json'), manifest);
  writeFileSync(join(folder, 'SHA256SUMS'), checksumLines(await hashFolder(folder)));
  return { folder, manifest };
}

function checksumLines(files: readonly EditionFile[]): string {
  return files.map(file => `${file.sha256}  ${file.path}\n`).join('');
}
