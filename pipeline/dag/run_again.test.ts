import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contractYaml, numbers, PROJECT, runnableProject } from '../../fixtures/temporary_project.ts';
import { openDatabase } from './database.ts';
import type { Source } from './model.ts';
import type { RunResults } from './results.ts';

const statuses = (results: RunResults) =>
  Object.fromEntries(results.nodes.map(node => [node.id, node.status]));
const failure = (exitCode: number, message: string) => expect.objectContaining({ exitCode, message });
const ALL = ['load.lines', 'check.evens', 'check.odds', 'measure.sums'];
const all = (status: string) => Object.fromEntries(ALL.map(id => [id, status]));

describe('what changed is built again, with all that depends on it', () => {
  const changed = async (
    change: (project: Awaited<ReturnType<typeof runnableProject>>) => Promise<RunResults>,
  ) => {
    const project = await runnableProject(PROJECT);
    await project.run({ sources: [numbers(5)], context: { settings: { x: 1 } } });
    return statuses(await change(project));
  };
  const evensOnly = { ...all('unchanged'), 'check.evens': 'built', 'measure.sums': 'built' };

  test('SQL', async () => {
    const sql = "select n from {{ ref('lines') }} where n % 2 = 0 and n > 2";
    expect(
      await changed(async ({ write, run }) => {
        await write({ 'sql/check/evens.sql': sql });
        return run({ sources: [numbers(5)] });
      }),
    ).toEqual(evensOnly);
  });

  test('a contract', async () => {
    expect(
      await changed(async ({ write, run }) => {
        await write({ 'sql/check/evens.yml': contractYaml({ n: 'BIGINT' }) });
        return run({ sources: [numbers(5)] });
      }),
    ).toEqual(evensOnly);
  });

  test('a source', async () => {
    expect(await changed(({ run }) => run({ sources: [numbers(6)] }))).toEqual(all('built'));
  });

  test('the functions that SQL calls', async () => {
    expect(await changed(({ run }) => run({ sources: [numbers(5)], udfFingerprint: 'other' }))).toEqual(
      all('built'),
    );
  });

  test('a table that is gone', async () => {
    expect(
      await changed(async ({ database, run }) => {
        await database.run('drop table odds');
        return run({ sources: [numbers(5)] });
      }),
    ).toEqual({ ...all('unchanged'), 'check.odds': 'built' });
  });

  test('a setting that the SQL reads', async () => {
    const sql = "select n from {{ ref('lines') }} where n > {{ setting('least') }}";
    const project = await runnableProject({ ...PROJECT, 'sql/check/odds.sql': sql });
    const run = (least: number) => project.run({ sources: [numbers(5)], context: { settings: { least } } });
    await run(1);
    expect(statuses(await run(2))).toEqual({ ...all('unchanged'), 'check.odds': 'built' });
  });
});

describe('a source that reads tables', () => {
  const counted: Source = {
    kind: 'source',
    id: 'a.counted',
    contract: numbers(1).contract,
    fingerprint: 'counted',
    reads: ['evens'],
    build: database => database.run('create table counted as select count(*) as n from evens'),
  };

  test('comes after them, and is built again when one changes', async () => {
    const { run, database } = await runnableProject(PROJECT);
    const first = await run({ sources: [numbers(5), counted] });
    expect(first.nodes.map(node => node.id).indexOf('a.counted')).toBeGreaterThan(
      first.nodes.map(node => node.id).indexOf('check.evens'),
    );
    expect(await database.rows('from counted')).toEqual([{ n: 2n }]);
    expect(statuses(await run({ sources: [numbers(5), counted] }))['a.counted']).toBe('unchanged');
    expect(statuses(await run({ sources: [numbers(8), counted] }))['a.counted']).toBe('built');
    expect(await database.rows('from counted')).toEqual([{ n: 4n }]);
  });

  test('names one that nobody makes', async () => {
    const { run } = await runnableProject(PROJECT);
    await expect(run({ sources: [numbers(5), { ...counted, reads: ['evend'] }] })).rejects.toThrow(
      "a.counted reads evend: no such model; did you mean 'evens'?",
    );
  });
});

test('a model that is no longer there loses its table', async () => {
  const { run, database } = await runnableProject(PROJECT);
  await run({ sources: [numbers(5)] });
  await run({ sources: [numbers(5)], models: [] });
  expect(
    await database.rows("select table_name as t from duckdb_tables() where schema_name = 'main'"),
  ).toEqual([{ t: 'lines' }]);
});

test('two versions live side by side, and readers choose', async () => {
  const { run, database } = await runnableProject({
    'sql/a/slices.sql': 'select 1 as x',
    'sql/a/slices.yml': contractYaml({ x: 'INTEGER' }),
    'sql/a/slices.v2.sql': 'select 2 as x',
    'sql/a/slices.v2.yml': contractYaml({ x: 'INTEGER' }).replace('version: 1', 'version: 2'),
    'sql/a/pairs.sql':
      "select x as old, (select x from {{ ref('slices') }}) as new from {{ ref('slices', v=1) }}",
    'sql/a/pairs.yml': contractYaml({ old: 'INTEGER', new: 'INTEGER' }),
  });
  await run();
  expect(await database.rows('from pairs')).toEqual([{ old: 1, new: 2 }]);
  expect(await database.rows('from slices_v1')).toEqual([{ x: 1 }]);
});

test('an interruption ends the run, and what was built before is kept', async () => {
  const { run } = await runnableProject(PROJECT);
  const interrupted = {
    ...numbers(5),
    id: 'm.interrupted',
    build: () => Promise.reject(new Error('INTERRUPT Error: Interrupted!')),
  };
  await expect(run({ sources: [numbers(5), interrupted] })).rejects.toThrow(
    failure(3, 'm.interrupted: INTERRUPT Error: Interrupted!; what was built before is kept, run again'),
  );
  expect(statuses(await run({ sources: [numbers(5)] }))).toEqual({
    ...all('unchanged'),
    'measure.sums': 'built',
  });
});

test('a kill in the middle of a build leaves the table of the run before', async () => {
  const { run, database, dir } = await runnableProject({});
  await run({ sources: [numbers(5)] });
  database.close();
  const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `
    import { openDatabase } from ${here('database.ts')};
    import { buildNode } from ${here('build_node.ts')};
    const database = await openDatabase(${JSON.stringify(join(dir, 'x.duckdb'))});
    const build = async () => {
      await database.run('create table lines as select 1::bigint as n');
      process.kill(process.pid, 'SIGKILL');
    };
    const contract = ${JSON.stringify(numbers(5).contract)};
    await buildNode(database, { id: 'load.lines', name: 'lines', work: { kind: 'source', build }, contract }, 'new');`;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  expect([child.signal, child.stderr]).toEqual(['SIGKILL', '']);
  const again = await openDatabase(join(dir, 'x.duckdb'));
  onTestFinished(() => again.close());
  expect(statuses(await run({ database: again, sources: [numbers(5)] }))).toEqual({
    'load.lines': 'unchanged',
  });
  expect(await again.rows('select count(*) as n from lines')).toEqual([{ n: 5n }]);
});
