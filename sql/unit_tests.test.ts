import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEditionConfig } from '../pipeline/config/edition_config.ts';
import { locateContract } from '../pipeline/dag/contract/locate_contract.ts';
import { openDatabase } from '../pipeline/dag/database.ts';
import { plan } from '../pipeline/dag/plan.ts';
import { failedUnitTests } from '../pipeline/dag/unit_tests/failed_unit_tests.ts';
import { linesSource } from '../pipeline/load/lines.ts';
import { readWorldModels, readWorlds, sqlFolder } from '../pipeline/worlds/read_models.ts';
import { functions } from '../udf/register.ts';

const config = await readEditionConfig(join(sqlFolder, '..', 'edition.yml'));
const { minor_cost, confidence, slices } = config;
const worlds = await readWorlds(config);
const { models, context } = await readWorldModels(worlds, { minor_cost, confidence, slices }, config.folder);
const targetDir = mkdtempSync(join(tmpdir(), 'candor unit tests '));
const sources = [await linesSource([], config.folder)];
const planned = await plan({ models, sources, context, macrosDir: sqlFolder, targetDir, state: new Map() });
const database = await openDatabase(':memory:', { functions, threads: 1 });
afterAll(() => {
  database.close();
  rmSync(targetDir, { recursive: true });
});

const located = await Promise.all(
  [...planned.nodes.values()].map(async node => ({
    node,
    contract: await locateContract(node.contract, node.id),
  })),
);
const tested = located.filter(({ contract }) => contract.unitTests.length > 0);

test('there are unit tests', () => {
  expect(tested.length).toBeGreaterThan(0);
});

test.each(tested.map(({ node, contract }) => [node.id, { node, contract }] as const))(
  'the unit tests of %s hold',
  async (_, { node, contract }) => {
    const failed = await failedUnitTests(database, planned, node, contract);
    expect(failed.map(({ test: name, rows }) => `${name}\n${rows}`).join('\n\n')).toBe('');
  },
);
