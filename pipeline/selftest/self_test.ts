import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { version as engineVersion, quotedString } from '@duckdb/node-api';
import { functions, functionsFingerprint } from '../../udf/register.ts';
import type { Contract } from '../dag/contract/contract.ts';
import { locateContract } from '../dag/contract/locate_contract.ts';
import { type Database, openDatabase } from '../dag/database.ts';
import { type ModelRoot, readModels, type Source } from '../dag/model.ts';
import { buildTables, type TablesConfig } from '../load/build_tables.ts';
import { createLog } from '../log.ts';
import { sqlFolder } from '../worlds/read_models.ts';
import {
  benchmarkContent,
  benchmarkWorlds,
  drawnBenchmark,
  editionSize,
  type LabelledBenchmark,
  root,
} from './labelled_benchmark.ts';
import { labelsSource } from './labels_source.ts';

/** Models that read the self-test's table, for an edition. */
export const selfTestModels: ModelRoot = { dir: join(import.meta.dirname, 'published'), folder: 'truth' };

/** Models that compare verdicts with what is known, where the benchmark is judged. */
export const judgedModels: ModelRoot = { dir: join(import.meta.dirname, 'judged'), folder: 'truth' };

/** The self-test of an edition: its table, and what it may still be doing. */
export type SelfTest = {
  /**
   * The node `truth.self_test`: every report of known truth, and what the check makes of it, by the same models as any
   * other attempt. A report that is not judged as known fails a test of the table: its row is printed, and the edition
   * is not published.
   */
  readonly source: Source;
  /** Once nothing of it runs any more: a process that ends before would hang. */
  settled(): Promise<void>;
};

export type SelfTestOptions = {
  /** As in `edition.yml`. */
  readonly minorCost: string;
  /** Whether to judge at once, beside whatever else is built, and not only when the table is due. */
  readonly atOnce: boolean;
};

/** Judges the benchmark of an edition, unless this very check did so before. */
export async function openSelfTest({ minorCost, atOnce }: SelfTestOptions): Promise<SelfTest> {
  const [content, contract] = [benchmarkContent(editionSize), await selfTestContract()];
  const print = await fingerprint(minorCost, content);
  let judged: Promise<string> | undefined;
  const judge = () => {
    judged ??= drawnBenchmark(editionSize, content).then(drawn => judgedReports(drawn, minorCost, print));
    // whoever builds the table hears of it
    judged.catch(() => {});
    return judged;
  };
  if (atOnce) judge();
  return {
    source: {
      kind: 'source',
      id: 'truth.self_test',
      contract,
      fingerprint: print,
      build: async database => {
        await database.run(`create table self_test as from ${readRows(await judge(), contract)}`);
      },
    },
    settled: async () => {
      await judged?.catch(() => {});
    },
  };
}

/**
 * Checks the benchmark's reports in a database of their own, unless this very check did so before.
 *
 * @param print of all that decides the verdicts
 * @returns the file of what came of each report
 */
async function judgedReports(
  benchmark: LabelledBenchmark,
  minorCost: string,
  print: string,
): Promise<string> {
  const file = join(benchmark.folder, `judged-${print.slice(0, 16)}.jsonl`);
  if (existsSync(file)) return file;
  const part = `${file}.${process.pid}`;
  const database = await openDatabase(':memory:', { functions });
  try {
    await judgeBenchmark(database, benchmark, minorCost);
    await database.run(
      `copy (from judged_reports order by attempt_id) to ${quotedString(part)} (format json)`,
    );
    renameSync(part, file);
    return file;
  } finally {
    database.close();
    rmSync(part, { force: true });
  }
}

/** The self-test's table is that of the judged reports, published, and every one of them has to be right. */
async function selfTestContract(): Promise<Contract> {
  const path = join(judgedModels.dir, 'judged_reports.yml');
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  const { contract } = await locateContract(
    { kind: 'contract_file', path, name: relative(root, path), sha256 },
    'truth.judged_reports',
  );
  return {
    ...contract,
    published: true,
    tests: [...contract.tests, { name: 'the check judges it as it is known to be', expression: 'is_right' }],
  };
}

/** Changes when the check would judge otherwise: its models and functions, the engine, the reports, the cost. */
async function fingerprint(minorCost: string, content: string): Promise<string> {
  const models = await readModels([{ dir: sqlFolder }, judgedModels]);
  const sql = models.filter(model => !model.id.startsWith('measure.')).map(model => [model.id, model.sql]);
  // the templates, and the code that fills them: what reads contracts, lines and models
  const files = globSync(['sql/**/*.jinja', 'pipeline/{config,dag,worlds,load}/**/*.ts'], {
    cwd: root,
  }).sort();
  const texts = files.map(file => [file, readFileSync(join(root, file), 'utf8')]);
  const decides = [sql, texts, functionsFingerprint(), engineVersion(), content, minorCost];
  return createHash('sha256').update(JSON.stringify(decides)).digest('hex');
}

/** Builds every table of the check from the benchmark, and the comparison with its labels. */
export async function judgeBenchmark(
  database: Database,
  { folder, content }: LabelledBenchmark,
  minorCost: string,
): Promise<void> {
  const worlds = Object.keys(benchmarkWorlds);
  const config: TablesConfig = {
    file: 'self-test',
    folder,
    worlds: Object.fromEntries(
      Object.entries(benchmarkWorlds).map(([name, file]) => [name, relative(folder, join(root, file))]),
    ),
    sources: worlds.map(world => ({
      world,
      tasks: [join(world, 'tasks.jsonl')],
      attempts: [join(world, 'attempts.jsonl')],
    })),
    minor_cost: minorCost,
    confidence: 0.95,
    slices: [['agent']],
    designs: {},
  };
  await buildTables(config, database, {
    log: createLog({ quiet: true }),
    select: '+judged_reports',
    roots: [judgedModels],
    sources: [labelsSource(folder, worlds, content)],
  });
}

function readRows(file: string, { columns }: Contract): string {
  const types = columns.map(({ name, type }) => `${name}: ${quotedString(type)}`);
  return `read_json(${quotedString(file)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
}
