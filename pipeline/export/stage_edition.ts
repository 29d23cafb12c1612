import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../dag/database.ts';
import { canonicalJson } from '../digest/canonical_json.ts';
import { buildManifest, type ManifestFacts } from './build_manifest.ts';
import { checksumFile, checksumText, hashFiles } from './edition_files.ts';
import { writeDatabase } from './write_database.ts';
import { writeFailure } from './write_failure.ts';
import { writeTables } from './write_tables.ts';

export type Stage = {
  /** The folder of all editions. */
  readonly exports: string;
  /** The edition's name, as its folder will be called. */
  readonly name: string;
  readonly git: string | null;
};

/**
 * Writes a whole edition into a staging folder: tables, then the manifest that lists them, then the database, and
 * last SHA256SUMS, so that what is there is complete. What an interrupted run left goes first.
 *
 * @returns the staging folder
 * @throws Failure 3 when it cannot be written, as on a full disk
 */
export async function stageEdition(database: Database, facts: ManifestFacts, stage: Stage): Promise<string> {
  const folder = join(stage.exports, '.staging');
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    await writeTables(database, facts.tables, facts.config.formats, folder);
    const manifest = buildManifest(facts, stage, await hashFiles(folder));
    writeFileSync(join(folder, 'manifest.json'), canonicalJson(manifest));
    await writeDatabase(database, facts.tables, facts.config.confidence, folder);
    writeFileSync(join(folder, checksumFile), checksumText(await hashFiles(folder)));
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw writeFailure(error, stage.exports);
  }
}
