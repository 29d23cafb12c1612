import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { readWorlds } from '../worlds/read_models.ts';
import { agents } from './agents/catalogue.ts';
import { writeBenchmark } from './benchmark.ts';
import { readWorldScript } from './tasks/read_world_script.ts';

/** The repository: worlds, generators and this code are found from here, wherever an edition is made. */
export const root = join(import.meta.dirname, '..', '..');

/** The worlds in which the check is tested, each with a generator, a solver and every variant that it knows. */
export const benchmarkWorlds: Readonly<Record<string, string>> = {
  invoices: 'fixtures/worlds/invoices/contract.yml',
  shifts: 'fixtures/worlds/shifts/contract.yml',
  tickets: 'fixtures/worlds/tickets/contract.yml',
};

/** How large the benchmark is. */
export type BenchmarkSize = {
  /** Tasks of each variant of each world. */
  readonly tasks: number;
  /** Attempts of each agent on each task; those named are the only ones of their group, and make more. */
  readonly epochs: number;
  readonly more: Readonly<Record<string, number>>;
  readonly seed: number;
};

/** Hundreds of reports in each group, and few enough for every edition. */
export const editionSize: BenchmarkSize = {
  tasks: 2,
  epochs: 1,
  more: { padder: 5, over_escalator: 6, omitter_of_changes: 2, omitter_of_issues: 2 },
  seed: 1,
};

/** How many benchmarks are kept. */
const KEPT = 4;

/** Where the files of a benchmark lie, and what they are by content. */
export type LabelledBenchmark = { readonly folder: string; readonly content: string };

/**
 * What the benchmark is, by the code that draws it and the worlds it is judged in: the same code, the same files.
 *
 * @returns hex sha256
 */
export function benchmarkContent(size: BenchmarkSize): string {
  const files = [
    'pipeline/selftest/**/*.ts',
    'udf/xoshiro128.ts',
    ...Object.keys(benchmarkWorlds).flatMap(name => [
      `fixtures/worlds/${name}/*.ts`,
      `fixtures/worlds/${name}/contract.yml`,
      `fixtures/worlds/${name}/gates/*.sql`,
    ]),
  ].flatMap(pattern => globSync(pattern, { cwd: root }).filter(file => !file.endsWith('.test.ts')));
  const hash = createHash('sha256').update(JSON.stringify(size));
  for (const file of files.map(name => name.replaceAll('\\', '/')).sort()) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Draws the benchmark, unless it was drawn before. It is there whole or not at all. */
export async function drawnBenchmark(
  size: BenchmarkSize,
  content = benchmarkContent(size),
): Promise<LabelledBenchmark> {
  const folder = join(root, 'target', 'selftest', content.slice(0, 16));
  if (existsSync(folder)) return { folder, content };
  mkdirSync(join(root, 'target', 'selftest'), { recursive: true });
  const staging = mkdtempSync(join(root, 'target', 'selftest', '.drawing-'));
  try {
    await drawInto(staging, size);
    renameSync(staging, folder);
    forgetOlder(join(root, 'target', 'selftest'));
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // another process drew the same at the same time
    if (!existsSync(folder)) throw error;
  }
  return { folder, content };
}

/** Benchmarks of generators that are no more: some are kept, for whoever goes back and forth. */
function forgetOlder(folder: string): void {
  const drawn = readdirSync(folder)
    .filter(name => !name.startsWith('.'))
    .map(name => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  for (const { name } of drawn.slice(KEPT)) rmSync(join(folder, name), { recursive: true, force: true });
}

async function drawInto(folder: string, { tasks, epochs, more, seed }: BenchmarkSize): Promise<void> {
  for (const world of await readWorlds({ worlds: benchmarkWorlds, folder: root })) {
    const script = await readWorldScript(world, root);
    await writeBenchmark(join(folder, world.name), {
      world,
      script,
      tasks: tasks * script.variants.length,
      agents: Object.entries(agents),
      epochs: agent => more[agent] ?? epochs,
      seed,
      byConstruction: false,
    });
  }
}
