import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { misuse } from '../failure.ts';
import { type Catalogue, catalogue, sourceName } from './catalogue.ts';
import {
  type Column,
  type Contract,
  type ContractFile,
  contractHash,
  type LocatedContract,
} from './contract/contract.ts';
import { locateContract } from './contract/locate_contract.ts';
import type { Database } from './database.ts';
import { sha256 } from './fingerprint.ts';
import { buildGraph, type Graph } from './graph/graph.ts';
import type { Model, Source } from './model.ts';
import type { NodeState } from './state.ts';
import { type Compiled, createRenderer, type Renderer } from './template.ts';

/** A node that is ready to be built: compiled, its references resolved. */
export type PlannedNode = {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly work:
    | {
        readonly kind: 'model';
        readonly sql: string;
        /** The model as other settings make it; those not named are the run's. */
        compiledWith(settings: Readonly<Record<string, unknown>>): Compiled;
      }
    | { readonly kind: 'source'; build(database: Database): Promise<void> };
  /** Compiled SQL, or a source's own fingerprint. */
  readonly content: string;
  readonly contract: Contract | ContractFile;
  readonly contractHash: string;
  readonly tags: readonly string[];
  /** The columns that the contract promises. */
  readonly columns: readonly Column[];
  /** Built only when something that reads it is, and gone after the run. */
  readonly temporary: boolean;
  readonly upstream: ReadonlySet<string>;
  readonly sqlSha256: string | null;
  readonly compiledPath: string | null;
  /** The table of a model that a relationship names. */
  tableOf(model: string): string;
};

export type Plan = {
  readonly nodes: ReadonlyMap<string, PlannedNode>;
  readonly graph: Graph;
  readonly catalogue: Catalogue;
  readonly settings: Readonly<Record<string, unknown>>;
};

export type PlanOptions = {
  readonly models: readonly Model[];
  readonly sources: readonly Source[];
  readonly context: Readonly<Record<string, unknown>>;
  readonly macrosDir: string;
  readonly targetDir: string;
  /** Contracts that were valid in a run before are not read again. */
  readonly state: ReadonlyMap<string, NodeState>;
};

/**
 * Compiles every model and finds out what reads what. A relationship is a reference too: its other table comes first.
 *
 * @throws Failure 2 for a broken template or contract, an unknown reference, a cycle
 */
export async function plan(options: PlanOptions): Promise<Plan> {
  const nodes = [...options.sources, ...options.models];
  const names = catalogue(nodes);
  const renderer = await createRenderer(options.macrosDir, options.context, names);
  const known = new Map([...options.state.values()].map(state => [state.contractHash, state.contract]));
  const planned: PlannedNode[] = [];
  for (const node of nodes) {
    const hash = contractHash(node.contract);
    const remembered = known.get(hash);
    const located = remembered
      ? { contract: remembered, unitTests: [], at: () => node.id }
      : await locateContract(node.contract, node.id);
    const promised: Promised = {
      contract: node.contract,
      contractHash: hash,
      tags: located.contract.tags,
      columns: located.contract.columns,
      temporary: node.kind === 'model' && located.contract.temporary === true,
      tableOf: model => names.find(model)?.name ?? model,
      upstream: related(located, names),
    };
    if (node.kind === 'source') {
      planned.push(plannedSource(node, promised, names));
      continue;
    }
    checkVersion(node, located);
    planned.push(plannedModel(node, promised, renderer, options));
  }
  return {
    nodes: new Map(planned.map(node => [node.id, node])),
    graph: buildGraph(planned),
    catalogue: names,
    settings: settingsOf(options),
  };
}

/** What a contract says of its node. */
type Promised = Pick<
  PlannedNode,
  'contract' | 'contractHash' | 'tags' | 'columns' | 'temporary' | 'tableOf' | 'upstream'
>;

function plannedModel(
  node: Model,
  promised: Promised,
  renderer: Renderer,
  options: PlanOptions,
): PlannedNode {
  const compiled = compile(renderer, node);
  const { sql } = compiled;
  const compiledPath = join(options.targetDir, 'compiled', node.compiledPath);
  writeChanged(compiledPath, `${sql}\n`);
  return {
    ...promised,
    id: node.id,
    name: node.name,
    file: node.file,
    work: {
      kind: 'model',
      sql,
      compiledWith: settings =>
        compile(renderer, {
          ...node,
          context: { ...node.context, settings: { ...settingsOf(options), ...settings } },
        }),
    },
    content: sql,
    upstream: new Set([...promised.upstream, ...compiled.upstream]),
    sqlSha256: sha256(node.sql),
    compiledPath,
  };
}

function compile(renderer: Renderer, model: Model): Compiled {
  const { sql, upstream } = renderer.render(model);
  return { sql: sql.trimEnd().replace(/;$/, ''), upstream };
}

function settingsOf({ context }: PlanOptions): Readonly<Record<string, unknown>> {
  const { settings } = context;
  return settings !== null && typeof settings === 'object' ? { ...settings } : {};
}

/** @throws Error for a table that it reads and nobody makes: callers name them in code */
function plannedSource(node: Source, promised: Promised, names: Catalogue): PlannedNode {
  const read = (node.reads ?? []).map(name => {
    const target = names.find(name);
    if (!target) throw new Error(`${node.id} reads ${name}: ${names.whyMissing(name)}`);
    return target.id;
  });
  return {
    ...promised,
    id: node.id,
    name: sourceName(node),
    file: node.id,
    work: { kind: 'source', build: database => node.build(database) },
    content: node.fingerprint,
    upstream: new Set([...promised.upstream, ...read]),
    sqlSha256: null,
    compiledPath: null,
  };
}

/** Ids of the models that the contract's relationships name. */
function related({ contract, at }: LocatedContract, names: Catalogue): Set<string> {
  const ids = new Set<string>();
  for (const column of contract.columns) {
    column.tests.forEach((test, index) => {
      if (test.kind !== 'relationships') return;
      const target = names.find(test.to);
      const field = ['columns', column.name, 'tests', index, 'relationships', 'to'];
      if (!target) throw misuse(`${at(field)}: '${test.to}': ${names.whyMissing(test.to)}`);
      ids.add(target.id);
    });
  }
  return ids;
}

function checkVersion(model: Model, { contract, at }: LocatedContract) {
  if (contract.version === model.version) return;
  const file = contract.version === 1 ? `${model.refName}.sql` : `${model.refName}.v${contract.version}.sql`;
  throw misuse(
    `${at(['version'])}: is ${contract.version}, but ${model.file} is version ${model.version}; a version ${contract.version} belongs in ${file}`,
  );
}

/** Leaves a file alone that has the text already, so that its time says when the SQL changed. */
function writeChanged(path: string, text: string): void {
  // synchronous: fifty small files one after the other take a tenth of the time
  if (textOf(path) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
