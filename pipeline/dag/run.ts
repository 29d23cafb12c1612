import { version as engineVersion } from '@duckdb/node-api';
import { breakdown, type ExitCode, Failure, misuse } from '../failure.ts';
import type { Log } from '../log.ts';
import { buildNode } from './build_node.ts';
import type { Database } from './database.ts';
import { fingerprint } from './fingerprint.ts';
import { select } from './graph/select.ts';
import type { Model, Source } from './model.ts';
import { type Plan, type PlannedNode, plan } from './plan.ts';
import { type NodeResult, type RunResults, writeResults } from './results.ts';
import { forget, type NodeState, readState } from './state.ts';

export type RunOptions = {
  readonly models: readonly Model[];
  readonly sources: readonly Source[];
  readonly database: Database;
  /** Variables of the templates: plain data and functions. `settings` is what `setting(name)` reads. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly macrosDir: string;
  /** Changes when a function that SQL calls changes. */
  readonly udfFingerprint: string;
  /** As after `--select`; all nodes without. */
  readonly select?: string;
  /** Whether a model that is built is first held against its unit tests. */
  readonly unitTests?: boolean;
  readonly targetDir: string;
  readonly log: Log;
  /** The command that runs failed nodes again, and what depends on them. */
  retry(ids: readonly string[]): string;
};

/**
 * Builds the tables that are not up to date, each after what it reads, and tests them. A failure stops only what
 * depends on it. `run_results.json` in `targetDir` is written after every node and on every exit.
 *
 * @returns one result a selected node, in the order in which they ran
 * @throws Failure 1 after everything ran when a node failed (2 or 3 when that is what a source reported);
 *   Failure 2 before anything ran for a broken template, contract or selection; Failure 3 when interrupted
 */
export async function runModels(options: RunOptions): Promise<RunResults> {
  const results: NodeResult[] = [];
  try {
    const state = await readState(options.database);
    const planned = await plan({ ...options, state });
    const ids = selectedIds(options, planned, state);
    checkInputs(ids, planned.graph.upstream, state);
    const due = dueIds({ options, plan: planned, state }, ids);
    await forgetRemoved(options.database, planned, state);
    return await runNodes({ options, plan: planned, state, due, results, ended: new Map() }, ids);
  } catch (error) {
    writeResults(options.targetDir, results, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** A run under way. */
type Run = {
  readonly options: RunOptions;
  readonly plan: Plan;
  /** What the database held when the run began. */
  readonly state: ReadonlyMap<string, NodeState>;
  /** What must be built. */
  readonly due: ReadonlySet<string>;
  readonly results: NodeResult[];
  readonly ended: Map<string, NodeResult>;
};

function selectedIds(
  options: RunOptions,
  { nodes, graph }: Plan,
  state: ReadonlyMap<string, NodeState>,
): string[] {
  if (options.select === undefined) return [...graph.order];
  const nothingRan = { options, state, ended: new Map() };
  const selectable = [...nodes.values()].map(node => ({
    id: node.id,
    name: node.name,
    tags: node.tags,
    // by its own doing, as in dbt: inputs count as they are in the database
    modified: state.get(node.id)?.fingerprint !== fingerprintOf(nothingRan, node, graph.upstream(node.id)),
  }));
  const selected = new Set(select(options.select, selectable, graph));
  // a temporary table is there only when it is built in this run
  for (const id of [...graph.order].reverse())
    if (selected.has(id))
      for (const input of graph.upstream(id)) if (nodes.get(input)?.temporary) selected.add(input);
  return graph.order.filter(id => selected.has(id));
}

/** What is not as it would be built now, and the temporary tables that are read to build it. */
function dueIds(run: Pick<Run, 'options' | 'plan' | 'state'>, ids: readonly string[]): Set<string> {
  const { nodes, graph } = run.plan;
  const due = new Set<string>();
  const prints = new Map<string, { fingerprint: string }>();
  for (const id of ids) {
    const node = nodes.get(id);
    if (!node) continue;
    const print = fingerprintOf({ ...run, ended: prints }, node, graph.upstream(id));
    prints.set(id, { fingerprint: print });
    if (run.state.get(id)?.fingerprint !== print) due.add(id);
  }
  for (const id of [...ids].reverse())
    if (due.has(id)) for (const input of graph.upstream(id)) if (nodes.get(input)?.temporary) due.add(input);
  return due;
}

async function forgetRemoved(database: Database, { nodes }: Plan, state: ReadonlyMap<string, NodeState>) {
  const gone = [...state.values()].filter(known => nodes.get(known.node)?.name !== known.table);
  await forget(database, gone, new Set([...nodes.values()].map(node => node.name)));
}

async function runNodes(run: Run, ids: readonly string[]): Promise<RunResults> {
  let worst: ExitCode = 1;
  for (const [index, id] of ids.entries()) {
    const node = run.plan.nodes.get(id);
    if (!node) throw new Error(`${id} is in the graph, but not among the nodes`);
    const place = { position: index + 1, total: ids.length, id };
    const inputs = run.plan.graph.upstream(id);
    const because = inputs.find(input => isLost(run.ended.get(input)));
    if (because !== undefined) {
      run.options.log({ kind: 'node_skipped', ...place, because });
      record(run, result(node, 'skipped', '', { message: `${because} failed` }));
      continue;
    }
    const print = fingerprintOf(run, node, inputs);
    const known = run.state.get(id);
    if (known?.fingerprint === print && !run.due.has(id)) {
      record(run, result(node, 'unchanged', print, { rows: known.rows, contract: known.contract }));
      continue;
    }
    const exitCode = await buildAndRecord(run, node, print, place);
    if (exitCode > worst) worst = exitCode;
  }
  writeResults(run.options.targetDir, run.results, null);
  return conclude(run.options, run.results, worst);
}

type Place = { readonly position: number; readonly total: number; readonly id: string };

/** @throws Failure 3 when the run cannot go on, 2 for a source whose input is wrong */
async function buildAndRecord(run: Run, node: PlannedNode, print: string, place: Place): Promise<ExitCode> {
  const { log, database } = run.options;
  log({ kind: 'node_started', ...place });
  const start = performance.now();
  const built = await buildNode(database, node, print, run.options.unitTests ? run.plan : undefined);
  const seconds = (performance.now() - start) / 1000;
  if (built.kind === 'built') {
    log({ kind: 'node_built', ...place, rows: built.rows, seconds });
    record(run, result(node, 'built', print, { seconds, rows: built.rows, contract: built.contract }));
    return 0;
  }
  log({ kind: 'node_failed', ...place });
  record(run, result(node, 'failed', print, { seconds, message: built.message, failedTests: built.tests }));
  if (built.fatal) {
    throw breakdown(`${node.id}: ${built.message}; what was built before is kept, run again`);
  }
  // wrong input, not a wrong model: nothing that reads it can be built, and its own line says it all
  if (node.work.kind === 'source' && built.exitCode === 2) throw misuse(built.message);
  return built.exitCode;
}

function record(run: Run, ended: NodeResult) {
  run.ended.set(ended.id, ended);
  run.results.push(ended);
  // where nothing happened, the end of the run is soon enough
  if (ended.status !== 'unchanged') writeResults(run.options.targetDir, run.results, null);
}

/** @throws Failure 2 when a selected node reads one that is neither selected nor built */
function checkInputs(
  ids: readonly string[],
  upstream: (id: string) => readonly string[],
  state: ReadonlyMap<string, NodeState>,
) {
  const selected = new Set(ids);
  for (const id of ids) {
    const missing = upstream(id).find(input => !selected.has(input) && !state.has(input));
    if (missing !== undefined) {
      throw misuse(`--select: ${id} reads ${missing}, which is not built; select +${id}`);
    }
  }
}

function isLost(input: NodeResult | undefined): boolean {
  return input?.status === 'failed' || input?.status === 'skipped';
}

/** Counts inputs that are not selected as they are in the database, so that a later run sees when they change. */
function fingerprintOf(
  run: Pick<Run, 'options' | 'state'> & { readonly ended: ReadonlyMap<string, { fingerprint: string }> },
  node: PlannedNode,
  inputs: readonly string[],
): string {
  const upstream = inputs.map((input): [string, string] => {
    const known = run.ended.get(input) ?? run.state.get(input);
    return [input, known?.fingerprint ?? ''];
  });
  return fingerprint({
    table: node.name,
    content: node.content,
    contractHash: node.contractHash,
    udf: run.options.udfFingerprint,
    engine: engineVersion(),
    upstream: new Map(upstream),
  });
}

function result(
  node: PlannedNode,
  status: NodeResult['status'],
  print: string,
  ended: Partial<Pick<NodeResult, 'rows' | 'seconds' | 'contract' | 'message' | 'failedTests'>>,
): NodeResult {
  return {
    id: node.id,
    name: node.name,
    kind: node.work.kind,
    status,
    rows: null,
    seconds: 0,
    fingerprint: print,
    contract: null,
    sqlSha256: node.sqlSha256,
    compiledPath: node.compiledPath,
    message: null,
    failedTests: [],
    ...ended,
  };
}

/** Lists the failures last; throws if there are any. */
function conclude(options: RunOptions, nodes: readonly NodeResult[], worst: ExitCode): RunResults {
  const having = (status: NodeResult['status']) => nodes.filter(node => node.status === status);
  const failed = having('failed');
  const skipped = having('skipped');
  options.log({
    kind: 'run_ended',
    built: having('built').length,
    unchanged: having('unchanged').length,
    failed: failed.length,
    skipped: skipped.length,
  });
  for (const { id, message, failedTests } of failed) {
    options.log({ kind: 'failure', id, message: message ?? '', tests: failedTests });
  }
  if (failed.length === 0) return { nodes };
  const what = `${failed.length} of ${nodes.length} models failed${skipped.length ? `, ${skipped.length} skipped` : ''}`;
  const command = options.retry(failed.map(node => node.id));
  throw new Failure(worst, `${what}; correct what is listed above, then run: ${command}`);
}
