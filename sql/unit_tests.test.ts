import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compileDesigns } from '../pipeline/config/compile_designs.ts';
import { readEditionConfig } from '../pipeline/config/edition_config.ts';
import { locateContract } from '../pipeline/dag/contract/locate_contract.ts';
import { openDatabase } from '../pipeline/dag/database.ts';
import { plan } from '../pipeline/dag/plan.ts';
import { failedUnitTests } from '../pipeline/dag/unit_tests/failed_unit_tests.ts';
import { linesSource } from '../pipeline/load/lines.ts';
import { readWorldModels, readWorlds, sqlFolder } from '../pipeline/worlds/read_models.ts';
import { functions } from '../udf/register.ts';

const config = await readEditionConfig(join(sqlFolder, '..', 'edition.yml'));
const targetDir = mkdtempSync(join(tmpdir(), 'candor unit tests '));
const database = await openDatabase(':memory:', { functions, threads: 1 });
afterAll(() => {
  database.close();
  rmSync(targetDir, { recursive: true });
});

const { minor_cost, confidence, slices } = config;
const designs = compileDesigns(config.designs, minor_cost);
const others = {
  minor_cost: '0.01',
  confidence: 0.5,
  slices: [['variant', 'agent'], ['world']],
  designs: [],
};

describe.each([
  [
    'with the settings and worlds of the default edition',
    config.worlds,
    { minor_cost, confidence, slices, designs },
  ],
  ['with other settings and no world: a test holds in whoever’s edition', {}, others],
])('%s', async (_, files, settings) => {
  const worlds = await readWorlds({ worlds: files, folder: config.folder });
  const { models, context } = await readWorldModels(worlds, settings, config.folder);
  const sources = [await linesSource([], config.folder)];
  const planned = await plan({ models, sources, context, macrosDir: sqlFolder, targetDir, state: new Map() });
  const located = [];
  for (const node of planned.nodes.values()) {
    const contract = await locateContract(node.contract, node.id);
    if (contract.unitTests.length > 0) located.push({ id: node.id, node, contract });
  }

  test.each(located)('the unit tests of $id hold', async ({ node, contract }) => {
    const failed = await failedUnitTests(database, planned, node, contract);
    expect(failed.map(({ test: name, rows }) => `${name}\n${rows}`).join('\n\n')).toBe('');
  });
});
