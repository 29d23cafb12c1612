import { expect, test } from 'vitest';
import { numbers, PROJECT, runnableProject } from '../../fixtures/temporary_project.ts';

const sources = [numbers(5)];
const EVENS = "select n from {{ ref('lines') }} where n % 2 = 0 and n > 2";

async function modifiedProject() {
  const project = await runnableProject(PROJECT);
  await project.run({ sources });
  await project.write({ 'sql/check/evens.sql': EVENS });
  const selected = async (select: string) =>
    (await project.run({ sources, select })).nodes.map(({ id, status }) => `${id} ${status}`);
  return { ...project, selected };
}

test('state:modified takes what is not as the database has it, and not what only reads it', async () => {
  const { selected } = await modifiedProject();
  expect(await selected('state:modified')).toEqual(['check.evens built']);
});

test('after that, what reads it is not as the database has it', async () => {
  const { selected } = await modifiedProject();
  await selected('state:modified');
  expect(await selected('state:modified')).toEqual(['measure.sums built']);
  await expect(selected('state:modified')).rejects.toThrow(
    expect.objectContaining({
      exitCode: 2,
      message:
        '--select state:modified: no model is modified, all are as the working database has them; leave --select out',
    }),
  );
});

test('state:modified+ takes what reads it too', async () => {
  const { selected } = await modifiedProject();
  expect(await selected('state:modified+')).toEqual(['check.evens built', 'measure.sums built']);
});

test('what was never built is modified, as is what failed', async () => {
  const { write, run, selected } = await modifiedProject();
  await write({ 'sql/check/evens.sql': PROJECT['sql/check/evens.sql'], 'sql/check/odds.sql': 'select 1' });
  await expect(run({ sources })).rejects.toThrow('1 of 4 models failed');
  await write({
    'sql/check/odds.sql': PROJECT['sql/check/odds.sql'],
    'sql/new/threes.sql': "select n from {{ ref('lines') }} where n % 3 = 0",
    'sql/new/threes.yml': PROJECT['sql/check/odds.yml'],
  });
  expect(await selected('state:modified')).toEqual(['new.threes built']);
  await write({ 'sql/check/odds.sql': 'select 1' });
  await expect(selected('state:modified')).rejects.toThrow('1 of 1 models failed');
  await expect(selected('state:modified')).rejects.toThrow('1 of 1 models failed');
});

test('state:modified among a folder', async () => {
  const { write, selected } = await modifiedProject();
  await write({ 'sql/measure/sums.sql': "select 1 + sum(n)::bigint as total from {{ ref('evens') }}" });
  expect(await selected('state:modified,check')).toEqual(['check.evens built']);
  expect(await selected('state:modified,measure')).toEqual(['measure.sums built']);
});
