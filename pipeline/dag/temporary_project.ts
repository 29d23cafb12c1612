import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LogEvent } from '../log.ts';
import type { Contract } from './contract/contract.ts';
import { openDatabase } from './database.ts';
import { readModels, type Source } from './model.ts';
import { type RunOptions, runModels } from './run.ts';

/** A folder for one test, its name with a space and a quote; removed when the test ends. */
export async function temporaryProject(files: Readonly<Record<string, string>> = {}) {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "candor it's ")));
  onTestFinished(() => rm(dir, { recursive: true }));
  const write = async (more: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(more)) {
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await writeFile(join(dir, name), text);
    }
  };
  await write(files);
  return { dir, write };
}

/** A project with a database, to run its `sql/` again and again. Messages have `DIR` for its folder. */
export async function runnableProject(files: Readonly<Record<string, string>>) {
  const { dir, write } = await temporaryProject(files);
  await mkdir(join(dir, 'sql'), { recursive: true });
  const database = await openDatabase(join(dir, 'x.duckdb'), { threads: 1 });
  onTestFinished(() => database.close());
  const events: LogEvent[] = [];
  const run = async (options: Partial<RunOptions> = {}) => {
    events.length = 0;
    try {
      return await runModels({
        models: await readModels([{ dir: join(dir, 'sql') }]),
        sources: [],
        database,
        context: {},
        macrosDir: join(dir, 'sql'),
        udfFingerprint: 'udf',
        targetDir: join(dir, 'target'),
        log: event => events.push(event),
        retry: ids => `make edition SELECT='${ids.map(id => `${id}+`).join(' ')}'`,
        ...options,
      });
    } catch (error) {
      if (error instanceof Error) error.message = error.message.replaceAll(dir, 'DIR');
      throw error;
    }
  };
  return { dir, write, database, events, run };
}

/** A contract with columns `name TYPE`; numbers have the unit none. */
export function contractYaml(columns: Readonly<Record<string, string>>, more = ''): string {
  const lines = Object.entries(columns).map(([name, type]) => {
    const [type_, tests = ''] = type.split(' tests ');
    return `  ${name}: {type: '${type_}', unit: none, description: About ${name}.${tests ? `, tests: [${tests}]` : ''}}`;
  });
  return `description: About it.\nversion: 1\ncolumns:\n${lines.join('\n')}\n${more}`;
}

/** The source `load.lines`, a table of the numbers 1 to n. */
export function numbers(n: number, fingerprint = `numbers to ${n}`): Source {
  const contract: Contract = {
    description: 'Numbers.',
    version: 1,
    key: ['n'],
    columns: [{ name: 'n', type: 'BIGINT', unit: 'none', description: 'A number.', tests: [] }],
    tests: [],
    published: false,
    tags: [],
  };
  return {
    kind: 'source',
    id: 'load.lines',
    contract,
    fingerprint,
    build: database => database.run(`create table lines as select range as n from range(1, ${n + 1})`),
  };
}

/** lines → evens → sums, and lines → odds. */
export const PROJECT = {
  'sql/check/evens.sql': "select n from {{ ref('lines') }} where n % 2 = 0",
  'sql/check/evens.yml': contractYaml({ n: 'BIGINT' }, 'key: [n]\n'),
  'sql/check/odds.sql': "select n from {{ ref('lines') }} where n % 2 = 1",
  'sql/check/odds.yml': contractYaml({ n: 'BIGINT' }, 'key: [n]\n'),
  'sql/measure/sums.sql': "select sum(n)::bigint as total from {{ ref('evens') }}",
  'sql/measure/sums.yml': contractYaml({ total: 'BIGINT' }),
};
