import { describe, expect, test } from 'vitest';
import { oracle } from '../../fixtures/oracle.ts';
import { openDatabase } from '../../pipeline/dag/database.ts';
import { type Random, xoshiro128 } from '../xoshiro128.ts';
import { type Bootstrap, bootstrapFrom, clusterBootstrap } from './cluster_bootstrap.ts';
import { clusterBootstrapFunction } from './cluster_bootstrap_function.ts';
import { clustersOf, inOrder } from './clusters.ts';
import { drawResamples } from './draw_resamples.ts';
import { statistics } from './statistics.ts';

type Ends = { lo: number; hi: number };
const figures = oracle<{
  prng_first10_u32_seed12345: number[];
  prng_first20_idx_n16_seed12345: number[];
  rboot: {
    data: number[];
    first5_boot_means: number[];
    percentile95_type7: [number, number];
    bca95_type7: Ends;
    published_R_boot_1e6: Record<'percentile' | 'BCa', [number, number]>;
  };
  cluster_exact: {
    clusters_k_n: [number, number][];
    theta: number;
    percentile95_type7: [number, number];
    bca95_type7: Ends;
  };
  cluster_prng: { seed: number; B: number; percentile95_type7: [number, number]; bca95_type7: Ends };
}>('bootstrap.json');

const ratio = statistics['ratio']?.of ?? (() => Number.NaN);
const clusters = (pairs: readonly (readonly [number, number])[]) =>
  clustersOf(2, Float64Array.from(pairs.flat()), new Float64Array(pairs.length).fill(1));
const options = (random: Random, resamples: number) => ({ confidence: 0.95, resamples, random });

function expectEnds(found: Bootstrap, percentile: readonly number[], bca: readonly number[], digits = 9) {
  const ends = ({ lower, upper } = { lower: Number.NaN, upper: Number.NaN }) => [lower, upper];
  for (const [i, end] of ends(found.percentile ?? undefined).entries())
    expect(end).toBeCloseTo(percentile[i] ?? Number.NaN, digits);
  for (const [i, end] of ends(found.bca ?? undefined).entries())
    expect(end).toBeCloseTo(bca[i] ?? Number.NaN, digits);
}

describe('drawn, as the same draws gave others', () => {
  test('words and indices', () => {
    const random = xoshiro128(12345);
    expect(Array.from({ length: 10 }, () => random.next())).toEqual(figures.prng_first10_u32_seed12345);
    const indices = new Uint32Array(20);
    xoshiro128(12345).fill(indices, 16);
    expect([...indices]).toEqual(figures.prng_first20_idx_n16_seed12345);
  });

  test('after a fill the sequence goes on', () => {
    const [one, other] = [xoshiro128(3), xoshiro128(3)];
    one.fill(new Uint32Array(100), 7);
    for (let i = 0; i < 100; i++) other.next();
    expect([one.next(), one.next()]).toEqual([other.next(), other.next()]);
  });

  test('sums of what is drawn are those of the indices, and the sequence goes on', () => {
    const [one, other] = [xoshiro128(3), xoshiro128(3)];
    const lists = [
      Float64Array.from({ length: 50 }, (_, i) => i * i),
      new Float64Array(50).map((_, i) => i % 7),
    ];
    const [squares = new Float64Array(), rests = new Float64Array()] = lists;
    const sums = new Float64Array(2);
    one.sumDrawn(squares, rests, sums);
    const indices = new Uint32Array(50);
    other.fill(indices, 50);
    expect([...sums]).toEqual(lists.map(list => indices.reduce((sum, i) => sum + (list[i] ?? 0), 0)));
    expect(one.next()).toBe(other.next());
  });

  test('means of 16 values, as scipy; near those of R', () => {
    const { data, first5_boot_means, percentile95_type7, bca95_type7, published_R_boot_1e6 } = figures.rboot;
    const values = clusters(data.map(value => [value, 1]));
    const first = drawResamples(values, ratio, 5, xoshiro128(12345));
    expect([...first.values]).toEqual(
      [...first5_boot_means].sort((a, b) => a - b).map(mean => expect.closeTo(mean, 9)),
    );
    const found = clusterBootstrap(values, ratio, options(xoshiro128(12345), 2000));
    expect(found.method).toBe('resampled');
    expectEnds(found, percentile95_type7, [bca95_type7.lo, bca95_type7.hi]);
    // with 2,000 draws an end is off by some 2 at this spread
    const many = clusterBootstrap(values, ratio, options(xoshiro128(1), 200_000));
    expectEnds(many, published_R_boot_1e6.percentile, published_R_boot_1e6.BCa, -0.3);
  });

  test('ratios of six clusters', () => {
    const { seed, B, percentile95_type7, bca95_type7 } = figures.cluster_prng;
    const six = clusters(figures.cluster_exact.clusters_k_n);
    // the bootstrap itself takes all 462 different resamples, so these are drawn for it
    const drawn = drawResamples(six, ratio, B, xoshiro128(seed));
    const found = bootstrapFrom(drawn, six, ratio, 0.95);
    expectEnds(found, percentile95_type7, [bca95_type7.lo, bca95_type7.hi]);
  });
});

test('of many clusters of few kinds: how often each kind comes is drawn at once, to the same end', () => {
  // the normal quantile and the standard error of a ratio of 20,000 clusters, by its linearisation
  const pairs: [number, number, number][] = [
    [0, 3, 5000],
    [1, 3, 6000],
    [2, 4, 5000],
    [4, 4, 4000],
  ];
  const many = clustersOf(
    2,
    Float64Array.from(pairs.flatMap(pair => pair.slice(0, 2))),
    Float64Array.from(pairs, ([, , clusters]) => clusters),
  );
  const [k, n] = [32_000, 69_000];
  const error = Math.sqrt(pairs.reduce((sum, [a, b, c]) => sum + c * (a - (b * k) / n) ** 2, 0)) / n;
  const found = clusterBootstrap(many, ratio, options(xoshiro128(5), 20_000));
  expect(found.method).toBe('resampled');
  expect(((found.percentile?.lower ?? 0) - k / n) / error).toBeCloseTo(-1.96, 1);
  expect(((found.percentile?.upper ?? 0) - k / n) / error).toBeCloseTo(1.96, 1);
});

describe('exact', () => {
  test('of six clusters, as all 46,656 resamples gave others', () => {
    const { clusters_k_n, theta, percentile95_type7, bca95_type7 } = figures.cluster_exact;
    const found = clusterBootstrap(clusters(clusters_k_n), ratio, options(xoshiro128(1), 1000));
    expect(found).toMatchObject({ method: 'exact', estimate: theta });
    expectEnds(found, percentile95_type7, [bca95_type7.lo, bca95_type7.hi]);
  });

  test('clusters of one size by convolution: what drawing tends to', () => {
    const pairs = Array.from({ length: 200 }, (_, i): [number, number] => [(i * i) % 6, 5]);
    const exact = clusterBootstrap(clusters(pairs), ratio, {
      ...options(xoshiro128(1), 10_000),
      isRatio: true,
    });
    const drawn = clusterBootstrap(clusters(pairs), ratio, options(xoshiro128(1), 100_000));
    expect([exact.method, drawn.method]).toEqual(['exact', 'resampled']);
    // the lattice of the ratio is 1/1000
    expectEnds(
      exact,
      [drawn.percentile?.lower ?? 0, drawn.percentile?.upper ?? 0],
      [drawn.bca?.lower ?? 0, drawn.bca?.upper ?? 0],
      2.5,
    );
  });

  test('of zeros and ones it is the binomial', () => {
    // 95 % quantiles of a binomial of 400 at .3: 102 and 138
    const pairs = Array.from({ length: 400 }, (_, i): [number, number] => [i < 120 ? 1 : 0, 1]);
    const found = clusterBootstrap(inOrder(clusters(pairs)), ratio, {
      ...options(xoshiro128(1), 400),
      isRatio: true,
    });
    expect(found.method).toBe('exact');
    expect(found.percentile).toEqual({ lower: 102 / 400, upper: 138 / 400 });
  });
});

describe('no interval', () => {
  const of = (pairs: [number, number][]) =>
    clusterBootstrap(clusters(pairs), ratio, options(xoshiro128(1), 100));
  const none = { percentile: null, bca: null };
  test.each<[string, [number, number][], Bootstrap]>([
    [
      'all equal',
      [
        [0, 5],
        [0, 5],
        [0, 3],
      ],
      { estimate: 0, ...none, method: 'degenerate' },
    ],
    ['one cluster', [[2, 5]], { estimate: 0.4, ...none, method: 'too_few_clusters' }],
    [
      'no attempts',
      [
        [0, 0],
        [0, 0],
      ],
      { estimate: null, ...none, method: 'undefined' },
    ],
    [
      'mostly undefined',
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [1, 2],
      ],
      { estimate: 0.5, ...none, method: 'degenerate' },
    ],
  ])('%s', (_name, pairs, expected) => expect(of(pairs)).toEqual(expected));
});

describe('in SQL', () => {
  const query = async (sql: string, threads = 2) => {
    const database = await openDatabase(':memory:', { functions: [clusterBootstrapFunction], threads });
    try {
      return await database.rows<Record<string, { method: string; percentile_lower: number } | null>>(sql);
    } finally {
      database.close();
    }
  };
  const call = (order: string, name = "'a'") => `
    select cluster_bootstrap(${name}, 'ratio', flatten(list([k, n] ${order})), list(tasks ${order}), 0.95, 500) as found
    from (select i % 4 as k, 4 + i % 3 as n, 1 + i % 2 as tasks from range(60) as kinds(i))`;

  test('neither the order of rows nor threads change a digit; another name draws others', async () => {
    const [one] = await query(call('order by tasks, k, n'));
    expect(one?.found).toMatchObject({ method: 'resampled' });
    for (const threads of [1, 2, 8])
      expect(await query(call('order by n desc, tasks, k'), threads)).toEqual([one]);
    const [other] = await query(call('order by n desc, tasks, k', "'b'"));
    expect(other?.found?.percentile_lower).not.toBe(one?.found?.percentile_lower);
  });

  test('kinds that are given apart are one kind', async () => {
    const [apart] = await query(
      "select cluster_bootstrap('x', 'ratio', [1, 2, 0, 3, 1, 2], [1, 2, 3], 0.95, 10) as found",
    );
    const [together] = await query(
      "select cluster_bootstrap('x', 'ratio', [1, 2, 0, 3], [4, 2], 0.95, 10) as found",
    );
    expect(apart).toEqual(together);
  });

  test('a difference is paired: of an agent with itself it is 0', async () => {
    const [row] = await query(
      "select cluster_bootstrap('x', 'difference', [1, 2, 1, 2, 0, 3, 0, 3], [4, 2], 0.95, 10) as found",
    );
    expect(row?.found).toMatchObject({ estimate: 0, method: 'degenerate' });
  });

  test('nulls and no clusters as null', async () => {
    expect(
      await query(`
        select cluster_bootstrap('x', 'ratio', sums, counts, 0.95, 10) as found
        from (values (null, [1]), ([]::double[], []::bigint[])) as kinds(sums, counts)`),
    ).toEqual([{ found: null }, { found: null }]);
  });

  test.each([
    ["'mean', [1, 2], [1], 0.95, 10", 'cluster_bootstrap: no statistic "mean"'],
    ["'ratio', [1, 2, 3], [1], 0.95, 10", 'cluster_bootstrap: 3 sums are not 2 of each of 1 kinds'],
    ["'ratio', [1, 'nan'::double], [1], 0.95, 10", 'cluster_bootstrap: a sum is NaN'],
    ["'ratio', [1, 2], [0], 0.95, 10", 'cluster_bootstrap: 0 is no count of clusters'],
    ["'ratio', [1, 2], [1], 1, 10", 'cluster_bootstrap: confidence 1 is not between 0 and 1'],
    ["'ratio', [1, 2], [1], 0.95, 0", 'cluster_bootstrap: 0 is no number of resamples'],
    ["'ratio', [1, null], [1], 0.95, 10", 'cluster_bootstrap: element 2 of a list is null'],
  ])('%s: an error that names it', async (given, message) => {
    await expect(query(`select cluster_bootstrap('x', ${given}) as found`)).rejects.toThrow(message);
  });
});
