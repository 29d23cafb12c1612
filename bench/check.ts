import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchProject } from './bench_project.ts';
import { type BootstrapBench, bootstrapBench, shownBootstrap } from './bootstrap.ts';
import { candor, root } from './candor.ts';
import { floorSeconds } from './floor.ts';
import { type MeasureBench, measureBench } from './measure.ts';

/** What the bench measures, in seconds; of what is done several times the least. */
type Measured = {
  readonly attempts: number;
  readonly floor: number;
  /** From the lines of the files to typed tables, with the tests of each. */
  readonly load: number;
  /** From the loaded tables to `attempt_honesty`, with the tests of each. */
  readonly check: number;
  readonly check_to_floor: number;
  /** `candor check` of one attempt, the whole process. */
  readonly one_attempt: number;
  /** Attempts a second that `candor check -` takes from standard input. */
  readonly stream: number;
  readonly models: Readonly<Record<string, number>>;
  readonly measure: MeasureBench;
  /** `measure` to the floor of as many attempts; it has to be 0.25 at most. */
  readonly measure_to_floor: number;
  readonly bootstrap: readonly BootstrapBench[];
};

const ROUNDS = 2;
const STREAM = 20_000;

/** Compares the floor and the check in one run, on the same file. */
async function measure(folder: string): Promise<Measured> {
  const file = join(folder, 'attempts.jsonl');
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const floors: number[] = [];
  const runs: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await floorSeconds(file));
    runs.push(await modelSeconds(folder));
  }
  const totals = runs.map(models => ({
    models,
    load: sum(models, isLoad),
    check: sum(models, id => !isLoad(id)),
  }));
  const [best] = totals.sort((a, b) => a.check - b.check);
  if (!best) throw new Error('nothing was measured');
  const floor = Math.min(...floors);
  const measured = await measureBench(folder);
  return {
    attempts: lines.length,
    floor,
    load: best.load,
    check: best.check,
    check_to_floor: best.check / floor,
    one_attempt: Math.min(...(await times(5, oneAttemptSeconds))),
    stream: Math.min(STREAM, lines.length) / (await streamSeconds(folder, lines.slice(0, STREAM))),
    models: best.models,
    measure: measured,
    measure_to_floor: measured.seconds / (floor * measured.copies),
    bootstrap: bootstrapBench(),
  };
}

/** Builds every table up to `attempt_honesty` anew, and reads how long each took. */
async function modelSeconds(folder: string): Promise<Record<string, number>> {
  rmSync(join(folder, 'target'), { recursive: true, force: true });
  await candor(folder, ['edition', '--select', '+attempt_honesty']);
  const results: { nodes: { node: string; seconds: number }[] } = JSON.parse(
    readFileSync(join(folder, 'target', 'run_results.json'), 'utf8'),
  );
  return Object.fromEntries(results.nodes.map(({ node, seconds }) => [node, seconds]));
}

/** What only depends on the contract and the files. */
function isLoad(id: string): boolean {
  return id.startsWith('load.') || id.startsWith('contract.');
}

/** As the README has it: one of the attempts written by hand, at their few tasks. */
async function oneAttemptSeconds(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'));
  const [first] = readFileSync(join(root, 'fixtures', 'worlds', 'shifts', 'attempts.jsonl'), 'utf8').split(
    '\n',
  );
  const input = join(folder, 'attempt.jsonl');
  writeFileSync(input, `${first}\n`);
  const seconds = await candor(root, ['check', input, '--world', 'shifts']);
  rmSync(folder, { recursive: true });
  return seconds;
}

async function streamSeconds(folder: string, lines: readonly string[]): Promise<number> {
  const input = join(folder, 'stream.jsonl');
  writeFileSync(input, `${lines.join('\n')}\n`);
  return candor(folder, ['check', '-', '--world', 'shifts'], input);
}

async function times(count: number, run: () => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push(await run());
  return all;
}

function sum(seconds: Readonly<Record<string, number>>, counts: (id: string) => boolean): number {
  return Object.entries(seconds).reduce((total, [id, value]) => (counts(id) ? total + value : total), 0);
}

function shown({ models, ...measured }: Measured): string {
  const { measure } = measured;
  return [
    `${measured.attempts} attempts`,
    `floor        ${measured.floor.toFixed(2)} s   read_json with the whole schema`,
    `load         ${measured.load.toFixed(2)} s   ${(measured.load / measured.floor).toFixed(2)} of the floor`,
    `check        ${measured.check.toFixed(2)} s   ${measured.check_to_floor.toFixed(2)} of the floor; loaded tables to attempt_honesty`,
    `one attempt  ${measured.one_attempt.toFixed(2)} s   candor check, the whole process`,
    `stream       ${measured.stream.toFixed(0)} attempts a second`,
    'slowest tables:',
    ...slowest(models, 12),
    `measure      ${measure.seconds.toFixed(2)} s   ${measured.measure_to_floor.toFixed(2)} of the floor of ${measure.attempts} attempts (bound 0.25), in ${measure.memory_limit}`,
    ...slowest(measure.models, 6),
    'bootstrap of 1000 clusters, 10000 resamples, percentile and BCa:',
    ...shownBootstrap(measured.bootstrap),
  ].join('\n');
}

function slowest(models: Readonly<Record<string, number>>, count: number): string[] {
  return Object.entries(models)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([id, seconds]) => `  ${id.padEnd(28)} ${seconds.toFixed(2)} s`);
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    tasks: { type: 'string', default: '10000' },
    folder: { type: 'string' },
  },
});
const folder =
  values.folder === undefined ? mkdtempSync(join(tmpdir(), 'candor-bench-')) : resolve(values.folder);
try {
  await benchProject(folder, Number(values.tasks));
  const measured = await measure(folder);
  process.stdout.write(`${values.json ? JSON.stringify(measured) : shown(measured)}\n`);
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
