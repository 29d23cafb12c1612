import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { functions } from '../udf/register.ts';
import type { EditionConfig } from './config/edition_config.ts';
import { type Database, openDatabase } from './dag/database.ts';
import { breakdown, diskFailure } from './failure.ts';
import { targetFolder } from './load/target_folder.ts';

/** Opens the database beside the configuration in which tables are built and kept from run to run. */
export async function openWorkingDatabase(config: EditionConfig, threads?: number): Promise<Database> {
  const folder = targetFolder(config);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw diskFailure(error, folder) ?? error;
  }
  const path = join(folder, 'candor.duckdb');
  return openDatabase(path, { functions, ...(threads ? { threads } : {}) }).catch(error => {
    if (!/cannot open the database/.test(error.message)) throw error;
    throw breakdown(
      `${path}: cannot be opened; it only remembers what was built: make clean, then run again`,
      {
        cause: error,
      },
    );
  });
}
