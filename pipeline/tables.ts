import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { functions, functionsFingerprint } from '../udf/register.ts';
import type { EditionConfig } from './config/edition_config.ts';
import { type Database, openDatabase } from './dag/database.ts';
import type { ModelRoot } from './dag/model.ts';
import type { NodeResult } from './dag/results.ts';
import { runModels } from './dag/run.ts';
import { breakdown, diskFailure } from './failure.ts';
import { linesSource } from './load/lines.ts';
import type { Log } from './log.ts';
import { readWorldModels, readWorlds, sqlFolder } from './worlds/read_models.ts';
import type { World } from './worlds/world.ts';

/** What decides the tables: worlds, sources and settings. One attempt or ten million go through the same models. */
export type TablesConfig = Pick<
  EditionConfig,
  'file' | 'folder' | 'worlds' | 'sources' | 'minor_cost' | 'confidence' | 'slices'
>;

export type BuildOptions = {
  readonly log: Log;
  readonly select?: string | undefined;
  /** Models beside those of `sql/`. */
  readonly roots?: readonly ModelRoot[];
};

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

/** Loads, checks and measures: builds every table that is not up to date. */
export async function buildTables(
  config: TablesConfig,
  database: Database,
  { log, select, roots }: BuildOptions,
): Promise<{ worlds: readonly World[]; nodes: readonly NodeResult[] }> {
  const worlds = await readWorlds(config);
  const { minor_cost, confidence, slices } = config;
  const { models, context } = await readWorldModels(
    worlds,
    { minor_cost, confidence, slices },
    config.folder,
    roots,
  );
  const lines = await linesSource(config.sources, config.folder);
  const target = targetFolder(config);
  const { nodes } = await runModels({
    models,
    sources: [lines],
    database,
    context,
    macrosDir: sqlFolder,
    udfFingerprint: functionsFingerprint(),
    targetDir: target,
    log,
    retry: ids => `make edition SELECT='${ids.map(id => `${id}+`).join(' ')}'`,
    ...(select === undefined ? {} : { select }),
  }).catch(error => {
    throw diskFailure(error, target) ?? error;
  });
  return { worlds, nodes };
}

/** Where everything is kept that can be made again: the database, compiled SQL, run results, quarantined lines. */
export function targetFolder(config: Pick<EditionConfig, 'folder'>): string {
  return join(config.folder, 'target');
}
