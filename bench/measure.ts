import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import { compileDesigns } from '../pipeline/config/compile_designs.ts';
import { readEditionConfig } from '../pipeline/config/edition_config.ts';
import { measureDefaults } from '../pipeline/config/measure_settings.ts';
import type { Column, Contract } from '../pipeline/dag/contract/contract.ts';
import { locateContract } from '../pipeline/dag/contract/locate_contract.ts';
import { type Database, openDatabase } from '../pipeline/dag/database.ts';
import type { Model, Source } from '../pipeline/dag/model.ts';
import type { RunResults } from '../pipeline/dag/results.ts';
import { runModels } from '../pipeline/dag/run.ts';
import { linesSource } from '../pipeline/load/lines.ts';
import { createLog } from '../pipeline/log.ts';
import { readWorldModels, readWorlds, sqlFolder, type WorldModels } from '../pipeline/worlds/read_models.ts';
import { functions } from '../udf/register.ts';

/** All of `sql/measure`, in seconds, with the tests of each table. */
export type MeasureBench = {
  readonly attempts: number;
  /** How many times the attempts of the project. */
  readonly copies: number;
  readonly seconds: number;
  readonly memory_limit: string;
  readonly models: Readonly<Record<string, number>>;
};

const ATTEMPTS = 1_000_000;
const MEMORY = '1GB';

/**
 * Builds the tables of `sql/measure` of a million attempts, in a memory of 1 GB: those of the project, checked once, as many
 * times over as it takes, at other tasks each time.
 *
 * @throws Failure 3 where the memory is not enough
 */
export async function measureBench(folder: string): Promise<MeasureBench> {
  const config = await readEditionConfig(join(folder, 'edition.yml'));
  const { minor_cost, confidence, slices } = config;
  const settings = { minor_cost, confidence, slices, designs: compileDesigns(config.designs, minor_cost) };
  const known = await readWorldModels(await readWorlds(config), { ...measureDefaults, ...settings }, folder);
  const once = join(folder, 'once.duckdb');
  const over = join(folder, 'over.duckdb');
  for (const file of [once, over]) rmSync(file, { force: true });

  // what measure reads is kept, also what an edition drops after its run
  const inputs = inputsOf(known.models);
  const kept = await openDatabase(once, { functions });
  await run(kept, known, {
    folder,
    models: await Promise.all(
      known.models
        .filter(model => !isMeasure(model))
        .map(model => (inputs.includes(model) ? lasting(model) : model)),
    ),
    sources: [await linesSource(config.sources, folder)],
    select: inputs.map(model => `+${model.id}`).join(' '),
  });
  kept.close();

  const database = await openDatabase(over, { functions, memoryLimit: MEMORY });
  try {
    await database.run(`attach ${quotedString(once)} as once (read_only)`);
    const [counted] = await database.rows<{ n: number }>(
      'select count(*)::int as n from once.attempt_honesty',
    );
    const attempts = counted?.n ?? 0;
    const copies = Math.ceil(ATTEMPTS / attempts);
    const sources = [];
    for (const model of inputs) sources.push(await copied(database, model, copies));
    const models = known.models.filter(isMeasure);
    const { nodes } = await run(database, known, { folder, models, sources });
    const seconds = nodes.filter(isMeasure).map(node => [node.id, node.seconds] as const);
    return {
      attempts: attempts * copies,
      copies,
      seconds: seconds.reduce((sum, [, took]) => sum + took, 0),
      memory_limit: MEMORY,
      models: Object.fromEntries(seconds),
    };
  } finally {
    database.close();
    for (const file of [once, over]) rmSync(file, { force: true });
  }
}

const isMeasure = ({ id }: { readonly id: string }) => id.startsWith('measure.');

/** The models that measure reads. */
function inputsOf(models: readonly Model[]): Model[] {
  const templates = models.filter(isMeasure).map(model => model.sql);
  return models.filter(
    model => !isMeasure(model) && templates.some(sql => sql.includes(`ref('${model.refName}')`)),
  );
}

/** The model, its table kept after the run. */
async function lasting(model: Model): Promise<Model> {
  const { contract } = await locateContract(model.contract, model.id);
  return { ...model, contract: { ...contract, temporary: false } };
}

/** A source that is the table of the project so many times, at tasks and by attempts of other names each time. */
async function copied(database: Database, { id, name }: Model, copies: number): Promise<Source> {
  const described = await database.rows<{ column_name: string; column_type: string }>(
    `describe once.${quotedIdentifier(name)}`,
  );
  // of attempts no measure reads what the file says, which makes up nearly all of the bytes
  const columns = described.filter(({ column_type }) => name !== 'attempts' || column_type !== 'JSON');
  const named = columns.filter(({ column_name }) => ['attempt_id', 'task_id'].includes(column_name));
  const values = columns.map(({ column_name }) =>
    named.some(one => one.column_name === column_name)
      ? `${column_name} || '/' || copy as ${column_name}`
      : quotedIdentifier(column_name),
  );
  return {
    kind: 'source',
    id,
    contract: contractOf(columns.map(({ column_name, column_type }) => column(column_name, column_type))),
    fingerprint: '',
    build: target =>
      target.run(
        `create table ${quotedIdentifier(name)} as select ${values.join(', ')} ` +
          `from once.${quotedIdentifier(name)}, range(${named.length > 0 ? copies : 1}) as copies(copy)`,
      ),
  };
}

function column(name: string, type: string): Column {
  return { name, type, unit: null, description: '', tests: [] };
}

function contractOf(columns: readonly Column[]): Contract {
  return { description: '', version: 1, key: [], columns, tests: [], published: false, tags: [] };
}

type Part = {
  readonly folder: string;
  readonly models: readonly Model[];
  readonly sources: readonly Source[];
  readonly select?: string;
};

function run(database: Database, { context }: WorldModels, { folder, ...part }: Part): Promise<RunResults> {
  return runModels({
    ...part,
    database,
    context,
    macrosDir: sqlFolder,
    udfFingerprint: '',
    targetDir: join(folder, 'target'),
    log: createLog({ quiet: true }),
    retry: ids => ids.join(' '),
  });
}
