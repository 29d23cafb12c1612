import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contractYaml, numbers, PROJECT, runnableProject } from '../../fixtures/temporary_project.ts';
import { openDatabase } from './database.ts';
import type { RunResults } from './results.ts';

const statuses = (results: RunResults) =>
  Object.fromEntries(results.nodes.map(node => [node.id, node.status]));
const tables = "select table_name as t from duckdb_tables() where schema_name = 'main' order by t";

/** The project with temporary evens, built by a process that has ended. */
async function builtBefore() {
  const evens = contractYaml({ n: 'BIGINT' }, 'temporary: true\n');
  const project = await runnableProject({ ...PROJECT, 'sql/check/evens.yml': evens });
  await project.run({ sources: [numbers(5)] });
  project.database.close();
  const database = await openDatabase(join(project.dir, 'x.duckdb'), { threads: 1 });
  onTestFinished(() => database.close());
  return { ...project, database };
}

test('a temporary table is not in the database, and is not built again where nothing that reads it is', async () => {
  const { database, run } = await builtBefore();
  expect(await database.rows(tables)).toEqual([{ t: 'lines' }, { t: 'odds' }, { t: 'sums' }]);
  expect(statuses(await run({ database, sources: [numbers(5)] }))).toEqual({
    'load.lines': 'unchanged',
    'check.evens': 'unchanged',
    'check.odds': 'unchanged',
    'measure.sums': 'unchanged',
  });
});

test('a temporary table is built again for what reads it', async () => {
  const { database, run, write } = await builtBefore();
  await write({ 'sql/measure/sums.sql': `-- changed\n${PROJECT['sql/measure/sums.sql']}` });
  expect(statuses(await run({ database, sources: [numbers(5)], select: 'sums' }))).toEqual({
    'check.evens': 'built',
    'measure.sums': 'built',
  });
});

test('a table that becomes temporary, or stays from now on, is there once', async () => {
  const { run, write, database } = await runnableProject(PROJECT);
  await run({ sources: [numbers(5)] });
  await write({ 'sql/check/evens.yml': contractYaml({ n: 'BIGINT' }, 'temporary: true\n') });
  await run({ sources: [numbers(5)] });
  expect(await database.rows(tables)).toEqual([{ t: 'evens' }, { t: 'lines' }, { t: 'odds' }, { t: 'sums' }]);
  await write({ 'sql/check/evens.yml': contractYaml({ n: 'BIGINT' }) });
  await run({ sources: [numbers(7)] });
  expect(await database.rows(tables)).toEqual([{ t: 'evens' }, { t: 'lines' }, { t: 'odds' }, { t: 'sums' }]);
  expect(await database.rows('from evens order by n')).toEqual([{ n: 2n }, { n: 4n }, { n: 6n }]);
});
