import { parseArgs } from 'node:util';
import { type Interval, wilson } from '../udf/wilson.ts';
import { wilsonClustered } from '../udf/wilson_clustered.ts';
import { namedRandom } from '../udf/xoshiro128.ts';
import { betaBinomial } from './beta_binomial.ts';

/** How often intervals of 95 % hold the share they are about, in simulated runs. */
type Coverage = {
  readonly tasks: number;
  readonly p: number;
  /** Share of the runs in which the headline interval (Wilson on an effective n) holds p. */
  readonly clustered: number;
  /** The same of Wilson on attempts taken as independent. */
  readonly naive: number;
  /** Mean width of each. */
  readonly clustered_width: number;
  readonly naive_width: number;
  /** Whether the headline interval's coverage is within the bounds. */
  readonly within: boolean;
};

const CONFIDENCE = 0.95;
const RUNS = 20_000;
const ATTEMPTS = 5;
const CORRELATION = 0.3;
const BOUNDS = [0.92, 0.99] as const;

/** Draws runs of tasks with five attempts each, of which two at one task are correlated, and takes both intervals. */
function coverage(tasks: number, p: number): Coverage {
  const random = namedRandom(`coverage/${tasks}/${p}`);
  const clustered = tallyOf(p);
  const naive = tallyOf(p);
  const n = tasks * ATTEMPTS;
  for (let run = 0; run < RUNS; run++) {
    let [k, kk] = [0, 0];
    for (let task = 0; task < tasks; task++) {
      const successes = betaBinomial(random, ATTEMPTS, p, CORRELATION);
      k += successes;
      kk += successes * successes;
    }
    const sums = {
      k: BigInt(k),
      n: BigInt(n),
      clusters: BigInt(tasks),
      kk: BigInt(kk),
      kn: BigInt(k * ATTEMPTS),
      nn: BigInt(n * ATTEMPTS),
    };
    clustered.add(wilsonClustered(sums, CONFIDENCE));
    naive.add(wilson(k, n, CONFIDENCE));
  }
  const share = clustered.held();
  return {
    tasks,
    p,
    clustered: share,
    naive: naive.held(),
    clustered_width: clustered.width(),
    naive_width: naive.width(),
    within: share >= BOUNDS[0] && share <= BOUNDS[1],
  };
}

/** Counts intervals that hold p; where there is none, it holds nothing. */
function tallyOf(p: number) {
  let [held, width] = [0, 0];
  return {
    add(interval: Interval | null) {
      if (!interval) return;
      if (interval.lower <= p && p <= interval.upper) held++;
      width += interval.upper - interval.lower;
    },
    held: () => held / RUNS,
    width: () => width / RUNS,
  };
}

function shown(found: readonly Coverage[]): string {
  const [low, high] = BOUNDS;
  const rows = found.map(one =>
    [
      String(one.tasks).padStart(5),
      one.p.toFixed(2).padStart(5),
      one.clustered.toFixed(4).padStart(10),
      one.naive.toFixed(4).padStart(7),
      one.clustered_width.toFixed(3).padStart(10),
      one.naive_width.toFixed(3).padStart(7),
      one.within ? '  ok' : `  outside ${low} to ${high}`,
    ].join(' '),
  );
  return [
    `coverage of intervals of ${CONFIDENCE} over ${RUNS} runs; ${ATTEMPTS} attempts a task, correlated ${CORRELATION} within it`,
    'clustered: Wilson on an effective n, the headline; naive: Wilson on attempts taken as independent',
    'tasks     p  clustered   naive      width   width',
    ...rows,
  ].join('\n');
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const found = [20, 60].flatMap(tasks => [0.05, 0.1, 0.3].map(p => coverage(tasks, p)));
process.stdout.write(`${values.json ? JSON.stringify(found) : shown(found)}\n`);
if (found.some(one => !one.within)) process.exitCode = 1;
