import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Bootstrap, clusterBootstrap } from '../udf/bootstrap/cluster_bootstrap.ts';
import { clustersOf, inOrder } from '../udf/bootstrap/clusters.ts';
import { statistics } from '../udf/bootstrap/statistics.ts';
import type { Interval } from '../udf/wilson.ts';
import { namedRandom, type Random } from '../udf/xoshiro128.ts';

/** Ours beside scipy.stats.bootstrap, on the same clusters in the same run; seconds are the least of some rounds. */
export type BootstrapBench = {
  readonly clusters: string;
  /** Percentile and BCa together. */
  readonly seconds: number;
  readonly method: string;
  /** null where no Python with scipy is installed. */
  readonly scipy: { readonly version: string; readonly percentile: number; readonly bca: number } | null;
  /** How many times as fast as the faster of scipy's two, and how many it has to be. */
  readonly times: number | null;
  readonly bound: number;
  /** How far the ends differ from scipy's, in widths of the interval: that both computed the same thing. */
  readonly apart: number | null;
};

type Timed = { seconds: number } & Interval;
type Scipy = { version: string; percentile: Timed; bca: Timed };
type Case = { clusters: string; bound: number; of: (random: Random) => [number, number] };

const CLUSTERS = 1000;
const RESAMPLES = 10_000;
/** Least of so many: others may be using the machine. */
const ROUNDS = 25;
const SCIPY_ROUNDS = 8;

/** k and n of a cluster. Where every cluster is of its own kind, its sums are those of scores, in ten thousandths. */
const cases: readonly Case[] = [
  { clusters: 'five attempts each', bound: 20, of: random => [random.below(6), 5] },
  { clusters: 'one to ten attempts', bound: 4, of: random => upTo(random, 1 + random.below(10), 1) },
  { clusters: 'each of its own kind', bound: 4, of: random => upTo(random, 1 + random.below(10), 10_000) },
];

const upTo = (random: Random, n: number, scale: number): [number, number] => [random.below(n * scale + 1), n];

/** @returns a row for each make of clusters; scipy's part is null where it is not installed */
export function bootstrapBench(): BootstrapBench[] {
  const python = ['python3', '/usr/bin/python3'].find(
    command => spawnSync(command, ['-c', 'import scipy.stats']).status === 0,
  );
  return cases.map(({ clusters, bound, of }) => {
    const random = namedRandom(`bench/${clusters}`);
    const pairs = Array.from({ length: CLUSTERS }, () => of(random));
    const ours = timed(pairs);
    const scipy = python === undefined ? null : scipyOf(python, pairs);
    return {
      clusters,
      seconds: ours.seconds,
      method: ours.found.method,
      scipy: scipy && {
        version: scipy.version,
        percentile: scipy.percentile.seconds,
        bca: scipy.bca.seconds,
      },
      times: scipy && Math.min(scipy.percentile.seconds, scipy.bca.seconds) / ours.seconds,
      bound,
      apart:
        scipy && Math.max(apart(ours.found.percentile, scipy.percentile), apart(ours.found.bca, scipy.bca)),
    };
  });
}

/** As SQL calls it: from the sums of each cluster, put in order first. */
function timed(pairs: readonly [number, number][]): { seconds: number; found: Bootstrap } {
  const ratio = statistics['ratio'];
  if (!ratio) throw new Error('no statistic "ratio"');
  const sums = Float64Array.from(pairs.flat());
  const each = new Float64Array(pairs.length).fill(1);
  let least: { seconds: number; found: Bootstrap } | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const found = clusterBootstrap(inOrder(clustersOf(2, sums, each)), ratio.of, {
      confidence: 0.95,
      resamples: RESAMPLES,
      random: namedRandom('bench'),
      isRatio: true,
    });
    const seconds = (performance.now() - start) / 1000;
    if (!least || seconds < least.seconds) least = { seconds, found };
  }
  if (!least) throw new Error('nothing was measured');
  return least;
}

function scipyOf(python: string, pairs: readonly [number, number][]): Scipy {
  const input = {
    k: pairs.map(([k]) => k),
    n: pairs.map(([, n]) => n),
    resamples: RESAMPLES,
    rounds: SCIPY_ROUNDS,
  };
  const { status, stdout, stderr } = spawnSync(python, [join(import.meta.dirname, 'bootstrap_scipy.py')], {
    input: JSON.stringify(input),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${python} bench/bootstrap_scipy.py: exit status ${status}\n${stderr}`);
  return JSON.parse(stdout);
}

function apart(ours: Interval | null, { lower, upper }: Interval): number {
  if (!ours) return Number.POSITIVE_INFINITY;
  return Math.max(Math.abs(ours.lower - lower), Math.abs(ours.upper - upper)) / (upper - lower);
}

/** As lines for people. */
export function shownBootstrap(rows: readonly BootstrapBench[]): string[] {
  return rows.map(({ clusters, seconds, method, scipy, times, bound }) => {
    const ours = `  ${clusters.padEnd(22)} ${(seconds * 1000).toFixed(1).padStart(6)} ms  ${method.padEnd(9)}`;
    if (!scipy) return `${ours}  scipy: skipped, no python3 with scipy`;
    const theirs = `percentile ${(scipy.percentile * 1000).toFixed(0)} ms, BCa ${(scipy.bca * 1000).toFixed(0)} ms`;
    return `${ours}  scipy ${scipy.version}: ${theirs}: ${times?.toFixed(1)} times as fast (bound ${bound})`;
  });
}
