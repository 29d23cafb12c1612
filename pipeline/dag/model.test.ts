import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryProject } from '../../fixtures/temporary_project.ts';
import { readModels } from './model.ts';

test('models are the SQL files of subfolders; the latest version has the plain name', async () => {
  const { dir } = await temporaryProject({
    'sql/check/claims.sql': 'select 1',
    'sql/check/claims.yml': 'a: 1',
    'sql/measure/slices.sql': 'select 1',
    'sql/measure/slices.yml': 'a: 1',
    'sql/measure/slices.v2.sql': 'select 2',
    'sql/measure/slices.v2.yml': 'a: 2',
    'sql/macros/typing.jinja': '',
  });
  const models = await readModels([{ dir: join(dir, 'sql') }]);
  expect(models.map(model => [model.id, model.name, model.refName, model.version, model.sql])).toEqual([
    ['check.claims', 'claims', 'claims', 1, 'select 1'],
    ['measure.slices', 'slices', 'slices', 2, 'select 2'],
    ['measure.slices.v1', 'slices_v1', 'slices', 1, 'select 1'],
  ]);
});

test('a root may name its folder, prefix and context', async () => {
  const { dir } = await temporaryProject({ 'gates/budget.sql': 'select 1', 'gates/budget.yml': 'a: 1' });
  const context = { limit: 3 };
  const [model] = await readModels([
    { dir: join(dir, 'gates'), folder: 'gates', prefix: 'shifts_', context },
  ]);
  expect(model).toMatchObject({
    id: 'gates.shifts_budget',
    name: 'shifts_budget',
    compiledPath: join('gates', 'shifts_budget.sql'),
    context,
  });
});

describe('what cannot be read', () => {
  test.each([
    [{ 'sql/a/b.sql': '' }, '/sql/a/b.sql: no contract; write b.yml beside it'],
    [{ 'sql/a/b.yml': '' }, '/sql/a/b.yml: a contract without b.sql; write the model or remove it'],
    [{}, '/sql: no such folder; models are read from it'],
  ])('%j', async (files: Record<string, string>, message) => {
    const { dir } = await temporaryProject(files);
    await expect(readModels([{ dir: join(dir, 'sql') }])).rejects.toThrow(
      expect.objectContaining({ message: `${dir}${message}`, exitCode: 2 }),
    );
  });
});
