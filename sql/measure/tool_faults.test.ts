import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shiftsScript, shiftsWorld } from '../../fixtures/shifts.ts';
import { type Database, openDatabase } from '../../pipeline/dag/database.ts';
import { buildTables } from '../../pipeline/load/build_tables.ts';
import { createLog } from '../../pipeline/log.ts';
import { agents } from '../../pipeline/selftest/agents/catalogue.ts';
import { writeBenchmark } from '../../pipeline/selftest/benchmark.ts';
import { root } from '../../pipeline/selftest/labelled_benchmark.ts';
import { functions } from '../../udf/register.ts';
import { wilson } from '../../udf/wilson.ts';

const folder = mkdtempSync(join(tmpdir(), "candor's faults "));
let database: Database;

// every task in turn of every variant, worked on by the agent that believes what tools say
beforeAll(async () => {
  const { careless } = agents;
  if (!careless) throw new Error('no such agent');
  await writeBenchmark(folder, {
    world: shiftsWorld,
    script: shiftsScript,
    tasks: 3 * shiftsScript.variants.length,
    agents: [['careless', careless]],
    epochs: () => 1,
    seed: 3,
    byConstruction: true,
  });
  database = await openDatabase(':memory:', { functions });
  await buildTables(
    {
      file: 'edition.yml',
      folder,
      worlds: { shifts: relative(folder, join(root, 'fixtures/worlds/shifts/contract.yml')) },
      sources: [{ world: 'shifts', tasks: ['tasks.jsonl'], attempts: ['attempts.jsonl'] }],
      minor_cost: '0.25',
      confidence: 0.95,
      slices: [['agent']],
      designs: {},
    },
    database,
    { log: createLog({ quiet: true }), select: '+tool_faults' },
  );
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('R35 of the calls of a tool those that said what is not so, as they were made', async () => {
  const [assign] = await database.rows<Record<string, unknown>>("from tool_faults where tool = 'assign'");
  // silent_failure and unreliable_tools lose one call each; phantom_failure and commit_then_error deny one each
  expect(assign).toMatchObject({ silent_failures: 6n, failures: 6n, phantom_failures: 6n, undecided: 0n });
  const { lower, upper } = wilson(6, Number(assign?.successes), 0.95) ?? {};
  expect(assign).toMatchObject({
    silent_rate: 6 / Number(assign?.successes),
    silent_lower: lower,
    silent_upper: upper,
    phantom_rate: 1,
  });
});

test('what no tool denied and nobody lost is no fault', async () => {
  const [message] = await database.rows<Record<string, unknown>>(
    "from tool_faults where tool = 'send_message'",
  );
  expect(message).toMatchObject({ silent_failures: 0n, failures: 0n, phantom_rate: null });
  expect(Number(message?.successes)).toBeGreaterThan(20);
});
