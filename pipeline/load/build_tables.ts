import { functionsFingerprint } from '../../udf/register.ts';
import { compileDesigns } from '../config/compile_designs.ts';
import type { EditionConfig } from '../config/edition_config.ts';
import { type MeasureSettings, measureDefaults } from '../config/measure_settings.ts';
import type { Database } from '../dag/database.ts';
import type { ModelRoot, Source } from '../dag/model.ts';
import type { NodeResult } from '../dag/results.ts';
import { runModels } from '../dag/run.ts';
import { diskFailure } from '../failure.ts';
import type { Log } from '../log.ts';
import { readWorldModels, readWorlds, sqlFolder } from '../worlds/read_models.ts';
import type { World } from '../worlds/world.ts';
import { linesSource } from './lines.ts';
import { targetFolder } from './target_folder.ts';

/** What decides the tables: worlds, sources and settings. One attempt or ten million go through the same models. */
export type TablesConfig = Pick<
  EditionConfig,
  'file' | 'folder' | 'worlds' | 'sources' | 'minor_cost' | 'confidence' | 'slices' | 'designs'
> &
  Partial<MeasureSettings>;

export type BuildOptions = {
  readonly log: Log;
  readonly select?: string | undefined;
  /** Whether models are held against their unit tests before they are built. */
  readonly unitTests?: boolean;
  /** Models beside those of `sql/`. */
  readonly roots?: readonly ModelRoot[];
  /** Tables that TypeScript makes, beside the lines of the files. */
  readonly sources?: readonly Source[];
};

/** Loads, checks and measures: builds every table that is not up to date. */
export async function buildTables(
  config: TablesConfig,
  database: Database,
  { log, select, unitTests = false, roots, sources = [] }: BuildOptions,
): Promise<{ worlds: readonly World[]; nodes: readonly NodeResult[] }> {
  const worlds = await readWorlds(config);
  const { minor_cost, confidence, slices } = config;
  const { difficulty, resamples } = { ...measureDefaults, ...config };
  const designs = compileDesigns(config.designs, minor_cost);
  const { models, context } = await readWorldModels(
    worlds,
    { minor_cost, confidence, slices, difficulty, resamples, designs },
    config.folder,
    roots,
  );
  const lines = await linesSource(config.sources, config.folder);
  const target = targetFolder(config);
  const { nodes } = await runModels({
    models,
    sources: [lines, ...sources],
    database,
    context,
    macrosDir: sqlFolder,
    udfFingerprint: functionsFingerprint(),
    targetDir: target,
    log,
    unitTests,
    retry: ids => `${makeCommand(config.file)} SELECT='${ids.map(id => `${id}+`).join(' ')}'`,
    ...(select === undefined ? {} : { select }),
  }).catch(error => {
    throw diskFailure(error, target) ?? error;
  });
  return { worlds, nodes };
}

/** How the edition of a configuration is made, as a shell takes it. */
function makeCommand(file: string): string {
  if (file === 'edition.yml') return 'make edition';
  return `make edition CONFIG='${file.replaceAll("'", "'\\''")}'`;
}
