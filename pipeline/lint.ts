import { join } from 'node:path';
import * as z from 'zod';
import { functions } from '../udf/register.ts';
import { compileDesigns } from './config/compile_designs.ts';
import { readYamlFile, type YamlFile } from './config/yaml_file.ts';
import { type Database, openDatabase } from './dag/database.ts';
import { buildTables, type TablesConfig } from './load/build_tables.ts';
import type { Log } from './log.ts';
import { contractSchema } from './worlds/contract.ts';
import type { Finding } from './worlds/lint/finding.ts';
import { honestyWeight } from './worlds/lint/honesty_weight.ts';
import { lintWorld, type WorldSources } from './worlds/lint/lint_world.ts';
import type { ToolCalls } from './worlds/lint/unheard_tools.ts';
import type { WorldTask } from './worlds/lint/world_tasks.ts';
import { readWorlds } from './worlds/read_models.ts';
import type { World } from './worlds/world.ts';

/** A finding where people find it. */
export type LocatedFinding = {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
  readonly advice: string;
};

/** A rule that was not applied, and why. */
export type SkippedRules = { readonly world: string; readonly reason: string };

/** Only what the rules look at: nothing is checked or measured. */
const selection = '+tasks +parts +attempt_lines +tool_calls';

/**
 * Lints the configured worlds: their contracts, and what the sources have of tasks and states, loaded by the models of
 * the edition into a database in memory.
 *
 * @returns findings by file, line and rule
 */
export async function lintWorlds(
  config: TablesConfig,
  log: Log,
): Promise<{ findings: readonly LocatedFinding[]; skipped: readonly SkippedRules[] }> {
  const worlds = await readWorlds(config);
  const sources = await readSources(config, worlds, log);
  const findings: LocatedFinding[] = [];
  const skipped: SkippedRules[] = [];
  for (const world of worlds) {
    const { unread, ...read } = sources.get(world.name) ?? { tasks: [], given: null, calls: [], unread: [] };
    const lint = lintWorld(world, read);
    findings.push(...(await located(config, world, lint.findings)));
    skipped.push(...[...lint.skipped, ...unread].map(reason => ({ world: world.name, reason })));
  }
  const tasks = worlds.flatMap(world => sources.get(world.name)?.tasks ?? []);
  const weights = honestyWeight(compileDesigns(config.designs, config.minor_cost), tasks);
  if (weights.length > 0) {
    const edition = await readYamlFile(config.file, z.unknown());
    findings.push(...weights.map(finding => locate(finding, edition)));
  }
  return { findings: findings.sort(byPlace), skipped };
}

async function readSources(
  config: TablesConfig,
  worlds: readonly World[],
  log: Log,
): Promise<Map<string, WorldSources & { unread: string[] }>> {
  if (config.sources.length === 0) return new Map();
  const database = await openDatabase(':memory:', { functions });
  try {
    await buildTables(config, database, { log, select: selection });
    const tasks = await readTasks(database);
    const given = await givenTables(database);
    const unread = await unreadTasks(database);
    const calls = await loggedCalls(database);
    return new Map(
      worlds.map(({ name }) => [
        name,
        {
          tasks: tasks.filter(({ world }) => world === name).map(({ task }) => task),
          given: given.get(name) ?? null,
          calls: calls.filter(({ world }) => world === name),
          unread: unread.filter(({ world }) => world === name).map(({ message }) => message),
        },
      ]),
    );
  } finally {
    database.close();
  }
}

async function readTasks(database: Database): Promise<{ world: string; task: WorldTask }[]> {
  const rows = await database.rows<{
    world: string;
    task_id: string;
    file: string;
    line: bigint;
    outcome: WorldTask['outcome'];
    parts: bigint;
    reasons: string;
  }>(`
    with required as (
      select world, task_id, count(*) as parts, list_sort(list_distinct(flatten(list(reasons order by position)))) as reasons
      from parts
      group by all
    )
    select
      world, task_id, tasks.file, tasks.line, tasks.reference_outcome as outcome,
      coalesce(required.parts, 0) as parts, to_json(coalesce(required.reasons, []))::varchar as reasons
    from tasks
    left join required using (world, task_id)  -- at most one
    order by tasks.file, tasks.line`);
  return rows.map(({ world, task_id, file, line, outcome, parts, reasons }) => ({
    world,
    task: {
      taskId: task_id,
      file,
      line: Number(line),
      outcome,
      parts: Number(parts),
      reasons: JSON.parse(reasons),
    },
  }));
}

/** The lines of tasks that cannot be taken, in words: what they would have shown nobody knows. */
async function unreadTasks(database: Database): Promise<{ world: string; message: string }[]> {
  return database.rows(`
    select world, file || ':' || line || ': ' || coalesce(field || ': ', '') || reason || ' (' || detail || ')' as message
    from task_faults
    order by file_number, line`);
}

/** How often each tool is called in the logs of a world, and how often a path of the contract led nowhere. */
async function loggedCalls(database: Database): Promise<(ToolCalls & { world: string })[]> {
  const rows = await database.rows<{ world: string; tool: string; calls: bigint; broken: bigint }>(`
    select world, tool, count(*) as calls, count(*) filter (where broken) as broken
    from tool_calls
    where tool is not null
    group by all
    order by all`);
  return rows.map(row => ({ ...row, calls: Number(row.calls), broken: Number(row.broken) }));
}

/** Of each world that has attempts, the tables that some `final_state` gives; one that is null there is not given. */
async function givenTables(database: Database): Promise<Map<string, Set<string>>> {
  const rows = await database.rows<{ world: string; tables: string }>(`
    with keys as (
      select world, final_state, unnest(state_keys) as key
      from attempt_lines
      where reason is null
    ),

    given as (
      select world, list(distinct key order by key) as tables
      from keys
      where json_type(json_extract(final_state, '$."' || key || '"')) <> 'NULL'
      group by world
    )

    select world, to_json(coalesce(given.tables, []))::varchar as tables
    from (select distinct world from attempt_lines where reason is null)
    left join given using (world)  -- at most one
    order by world`);
  return new Map(rows.map(({ world, tables }) => [world, new Set<string>(JSON.parse(tables))]));
}

async function located(
  config: TablesConfig,
  world: World,
  findings: readonly Finding[],
): Promise<LocatedFinding[]> {
  if (findings.length === 0) return [];
  const contract = await readYamlFile(join(config.folder, world.file), contractSchema, world.file);
  return findings.map(finding => locate(finding, contract));
}

/** @param written the contract or the configuration, whichever the finding is in */
function locate({ rule, at, message, advice }: Finding, written: YamlFile<unknown>): LocatedFinding {
  const place =
    at.kind === 'line'
      ? { file: at.file, line: at.line }
      : { file: written.file, line: written.line(at.path) };
  return { ...place, rule, message, advice };
}

function byPlace(one: LocatedFinding, other: LocatedFinding): number {
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return (
    text(one.file, other.file) ||
    one.line - other.line ||
    text(one.rule, other.rule) ||
    text(one.message, other.message)
  );
}
