import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contractYaml, numbers, PROJECT, runnableProject } from '../../fixtures/temporary_project.ts';
import { breakdown, misuse } from '../failure.ts';
import type { RunResults } from './results.ts';

const statuses = (results: RunResults) =>
  Object.fromEntries(results.nodes.map(node => [node.id, node.status]));
const failure = (exitCode: number, message: string) => expect.objectContaining({ exitCode, message });

const ALL = ['load.lines', 'check.evens', 'check.odds', 'measure.sums'];
const all = (status: string) => Object.fromEntries(ALL.map(id => [id, status]));

describe('a run', () => {
  test('builds every table once, with its comments, and tells about it', async () => {
    const { run, database, events, dir } = await runnableProject(PROJECT);
    const results = await run({ sources: [numbers(5)] });
    expect(statuses(results)).toEqual(all('built'));
    expect(results.nodes.map(node => node.rows)).toEqual([5n, 2n, 3n, 1n]);
    expect(results.nodes[1]?.contract?.key).toEqual(['n']);
    expect(await database.rows('from sums')).toEqual([{ total: 6n }]);
    expect(
      await database.rows(
        "select comment from duckdb_columns() where table_name = 'sums' and column_name = 'total'",
      ),
    ).toEqual([{ comment: 'About total.' }]);
    const built = events.filter(event => event.kind === 'node_built');
    expect(built.map(event => `${event.position} of ${event.total} ${event.id}`)).toEqual(
      ALL.map((id, index) => `${index + 1} of 4 ${id}`),
    );
    expect(await readFile(join(dir, 'target/compiled/check/evens.sql'), 'utf8')).toBe(
      'select n from "lines" where n % 2 = 0\n',
    );
    expect(results.nodes[1]?.compiledPath).toBe(join(dir, 'target/compiled/check/evens.sql'));
  });

  test('builds nothing again that did not change', async () => {
    const { run, events } = await runnableProject(PROJECT);
    const first = await run({ sources: [numbers(5)] });
    const second = await run({ sources: [numbers(5)] });
    expect(statuses(second)).toEqual(all('unchanged'));
    expect(
      second.nodes.map(({ id, rows, fingerprint, contract }) => ({ id, rows, fingerprint, contract })),
    ).toEqual(
      first.nodes.map(({ id, rows, fingerprint, contract }) => ({ id, rows, fingerprint, contract })),
    );
    expect(events).toEqual([{ kind: 'run_ended', built: 0, unchanged: 4, failed: 0, skipped: 0 }]);
  });
});

describe('a failure', () => {
  const BROKEN = {
    ...PROJECT,
    'sql/check/evens.yml': contractYaml({ n: 'BIGINT tests {accepted_values: [2]}' }, 'key: [n]\n'),
  };

  test('of a test shows rows, skips what depends on it and nothing else, and comes last', async () => {
    const { run, events, database } = await runnableProject(BROKEN);
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow(
      failure(
        1,
        "1 of 4 models failed, 1 skipped; correct what is listed above, then run: make edition SELECT='check.evens+'",
      ),
    );
    expect(events.slice(-2)).toEqual([
      { kind: 'run_ended', built: 2, unchanged: 0, failed: 1, skipped: 1 },
      {
        kind: 'failure',
        id: 'check.evens',
        message: 'a test fails: accepted_values n',
        tests: [{ test: 'accepted_values n', failing: 1n, rows: 'n\n4' }],
      },
    ]);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'node_skipped', id: 'measure.sums', because: 'check.evens' }),
    );
    expect(await database.rows('select count(*) as n from odds')).toEqual([{ n: 3n }]);
  });

  test('leaves the table of the run before, and is tried again', async () => {
    const { run, write, database } = await runnableProject(PROJECT);
    await run({ sources: [numbers(5)] });
    await write({ 'sql/check/evens.sql': "select n, 1 as extra from {{ ref('lines') }}" });
    const message =
      "1 of 4 models failed, 1 skipped; correct what is listed above, then run: make edition SELECT='check.evens+'";
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow(failure(1, message));
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow(failure(1, message));
    expect(await database.rows('from evens order by n')).toEqual([{ n: 2n }, { n: 4n }]);
    await write({ 'sql/check/evens.sql': PROJECT['sql/check/evens.sql'] });
    expect(statuses(await run({ sources: [numbers(5)] }))).toEqual(all('unchanged'));
  });

  test('names every difference from the contract', async () => {
    const { run, events, write, dir } = await runnableProject(PROJECT);
    await write({ 'sql/check/odds.sql': "select n::integer as n, 'x' as extra from {{ ref('lines') }}" });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow('1 of 4 models failed');
    expect(events.at(-1)).toEqual({
      kind: 'failure',
      id: 'check.odds',
      message: [
        `${dir}/sql/check/odds.yml:3: columns: the table has a column "extra" (VARCHAR) that is not documented; document it or leave it out`,
        `${dir}/sql/check/odds.yml:4: columns.n.type: documented as BIGINT, built as INTEGER; change one of them`,
      ].join('\n  '),
      tests: [],
    });
  });

  test('of SQL names the compiled file, whose lines are those of the message', async () => {
    const { run, events, write, dir } = await runnableProject(PROJECT);
    await write({ 'sql/check/odds.sql': "select n\nfrom {{ ref('lines') }}\nwhere m = 1" });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow('1 of 4 models failed');
    const message = events.at(-1)?.kind === 'failure' ? JSON.stringify(events.at(-1)) : '';
    expect(message).toContain(
      `${dir}/target/compiled/check/odds.sql: Binder Error: Referenced column \\"m\\" not found`,
    );
    expect(message).toContain('LINE 3: where m = 1');
  });

  test('of the input of a source is its own line, and ends the run', async () => {
    const { run, events } = await runnableProject(PROJECT);
    const problem = misuse('lines.jsonl: no such file; name one');
    const source = { ...numbers(5), build: () => Promise.reject(problem) };
    await expect(run({ sources: [source] })).rejects.toThrow(problem);
    expect(events.map(event => event.kind)).toEqual(['node_started', 'node_failed']);
  });

  test('of a source that could not finish keeps its exit code', async () => {
    const { run } = await runnableProject(PROJECT);
    const source = { ...numbers(5), build: () => Promise.reject(breakdown('lines.jsonl: the disk is gone')) };
    await expect(run({ sources: [source] })).rejects.toThrow(
      failure(
        3,
        "1 of 4 models failed, 3 skipped; correct what is listed above, then run: make edition SELECT='load.lines+'",
      ),
    );
  });

  test('of a test that cannot run is told as such', async () => {
    const { run, events, write, dir } = await runnableProject(PROJECT);
    await write({ 'sql/check/odds.yml': contractYaml({ n: 'BIGINT' }, 'tests: [{expression: m > 1}]\n') });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow('1 of 4 models failed');
    expect(events.at(-1)).toMatchObject({
      message: expect.stringContaining(
        `${dir}/sql/check/odds.yml:5: tests: a test cannot run: Binder Error: Referenced column "m" not found`,
      ),
    });
  });
});

describe('a selection', () => {
  test('builds nothing else, and what it reads counts as it is in the database', async () => {
    const { run, write } = await runnableProject(PROJECT);
    await run({ sources: [numbers(5)] });
    await write({ 'sql/check/evens.sql': "select n from {{ ref('lines') }} where n = 2" });
    expect(statuses(await run({ sources: [numbers(5)], select: 'sums' }))).toEqual({
      'measure.sums': 'unchanged',
    });
    expect(statuses(await run({ sources: [numbers(5)], select: 'evens' }))).toEqual({
      'check.evens': 'built',
    });
    expect(statuses(await run({ sources: [numbers(5)] }))).toEqual({
      ...all('unchanged'),
      'measure.sums': 'built',
    });
  });

  test('that reads what was never built is refused', async () => {
    const { run } = await runnableProject(PROJECT);
    await expect(run({ sources: [numbers(5)], select: 'sums' })).rejects.toThrow(
      failure(2, '--select: measure.sums reads check.evens, which is not built; select +measure.sums'),
    );
  });
});

describe('before anything runs', () => {
  test('a cycle is refused, with its files', async () => {
    const { run } = await runnableProject({
      ...PROJECT,
      'sql/check/evens.sql': "select total as n from {{ ref('sums') }}",
    });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow(
      failure(
        2,
        'cycle: check.evens (DIR/sql/check/evens.sql) → measure.sums (DIR/sql/measure/sums.sql) → check.evens; one of them must not read the next',
      ),
    );
  });

  test('a relationship is a reference', async () => {
    const related = 'BIGINT tests {relationships: {to: sums, field: total}}';
    const { run, write } = await runnableProject({
      ...PROJECT,
      'sql/check/odds.yml': contractYaml({ n: related }),
    });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow('1 of 4 models failed;');
    await write({ 'sql/check/odds.yml': contractYaml({ n: related.replace('sums', 'sum') }) });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow(
      failure(
        2,
        "DIR/sql/check/odds.yml:4: columns.n.tests[0].relationships.to: 'sum': no such model; did you mean 'sums'?",
      ),
    );
  });

  test('a contract of another version than its file is refused', async () => {
    const yaml = contractYaml({ n: 'BIGINT' }).replace('version: 1', 'version: 2');
    const { run } = await runnableProject({ ...PROJECT, 'sql/check/odds.yml': yaml });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow(
      failure(
        2,
        'DIR/sql/check/odds.yml:2: version: is 2, but DIR/sql/check/odds.sql is version 1; a version 2 belongs in odds.v2.sql',
      ),
    );
  });
});

describe('run_results.json', () => {
  const read = async (dir: string) =>
    JSON.parse(await readFile(join(dir, 'target/run_results.json'), 'utf8'));

  test('is there after every node', async () => {
    const { run, dir } = await runnableProject(PROJECT);
    const seen: string[][] = [];
    const build = async () => {
      const { nodes } = await read(dir);
      seen.push(nodes.map((node: { node: string }) => node.node));
      throw new Error('no');
    };
    const last = { ...numbers(5), id: 'z.last', build };
    await expect(run({ sources: [numbers(5), last] })).rejects.toThrow('1 of 5 models failed;');
    expect(seen).toEqual([ALL]);
  });

  test('tells status, rows and failing tests, and why nothing ran', async () => {
    const { run, dir, write } = await runnableProject({
      ...PROJECT,
      'sql/check/evens.yml': contractYaml({ n: 'BIGINT tests {accepted_values: [2]}' }),
    });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow('1 of 4 models failed, 1 skipped;');
    const results = await read(dir);
    expect(results.nodes[0]).toMatchObject({ node: 'load.lines', status: 'built', rows: '5', message: null });
    expect(results.nodes[1]).toMatchObject({
      node: 'check.evens',
      status: 'failed',
      rows: null,
      failing_tests: [{ test: 'accepted_values n', rows: '1' }],
    });
    expect(results.nodes[3]).toMatchObject({
      node: 'measure.sums',
      status: 'skipped',
      message: 'check.evens failed',
    });
    await write({ 'sql/check/odds.sql': '{{ nope }}' });
    await expect(run({ sources: [numbers(5)] })).rejects.toThrow('undefined value');
    expect(await read(dir)).toEqual({
      failure: `${dir}/sql/check/odds.sql:1: undefined value; correct the template`,
      nodes: [],
    });
  });
});
