import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compileDesigns } from '../config/compile_designs.ts';
import type { EditionConfig } from '../config/edition_config.ts';
import type { NodeResult } from '../dag/results.ts';
import type { TableFormat } from '../digest/relation.ts';
import type { TableDigest } from '../digest/table_digest.ts';
import { qualityModelsOf } from '../worlds/quality_models.ts';
import type { World } from '../worlds/world.ts';
import type { FilesOnDisk } from './edition_files.ts';
import type { EditionManifest } from './edition_manifest.ts';
import type { PublishedTable } from './published_table.ts';
import { tablePath } from './write_tables.ts';

/** What goes into `manifest.json` besides the list of files. */
export type ManifestFacts = {
  readonly config: EditionConfig;
  readonly worlds: readonly World[];
  readonly nodes: readonly NodeResult[];
  readonly tables: readonly PublishedTable[];
  readonly digests: ReadonlyMap<string, TableDigest>;
  readonly root: string;
  readonly attempts: number;
  readonly engine: string;
};

/** The settings that decide what an edition is; with the root, two editions with the same are the same. */
export function editionSettings(config: EditionConfig) {
  return {
    minor_cost: config.minor_cost,
    confidence: config.confidence,
    slices: config.slices,
    difficulty: config.difficulty,
    bootstrap: bootstrapSettings(config.resamples),
    designs: compileDesigns(config.designs, config.minor_cost),
    formats: config.formats,
    strict: config.strict,
  };
}

/** How every bootstrap interval of an edition is made. */
function bootstrapSettings(resamples: number) {
  return {
    resamples,
    cluster: 'task',
    methods: ['percentile', 'bca'],
    quantile: 'type 7; of all resamples where these are exact',
    generator: 'xoshiro128**',
    seed: 'the name of each statistic: table, measure and key',
  };
}

/** `manifest.json` as plain data; its bytes are the RFC 8785 text of it. */
export function buildManifest(
  facts: ManifestFacts,
  { name, git }: { name: string; git: string | null },
  files: FilesOnDisk,
): EditionManifest {
  const { config } = facts;
  const paths = [...files.keys()].sort();
  return {
    candor: 1,
    edition: name,
    title: config.title,
    date: config.date,
    licence: config.licence,
    root: facts.root,
    attempts: facts.attempts,
    tables: facts.tables.map(table => manifestTable(table, facts.digests, config.formats)),
    files: paths.map(path => ({
      path,
      bytes: files.get(path)?.bytes ?? 0,
      sha256: files.get(path)?.sha256 ?? '',
    })),
    inputs: manifestInputs(facts),
    models: manifestModels(facts.nodes),
    settings: editionSettings(config),
    engine: { duckdb: facts.engine, node: process.version },
    git,
  };
}

function manifestModels(nodes: readonly NodeResult[]) {
  return nodes.flatMap(({ id, contract, sqlSha256 }) =>
    sqlSha256 === null ? [] : [{ model: id, version: contract?.version ?? 1, sha256: sqlSha256 }],
  );
}

function manifestTable(
  table: PublishedTable,
  digests: ReadonlyMap<string, TableDigest>,
  formats: readonly TableFormat[],
) {
  const digest = digests.get(table.name);
  if (!digest) throw new Error(`${table.name}: published without a digest`);
  return {
    name: table.name,
    description: table.contract.description,
    version: table.contract.version,
    key: [...table.contract.key],
    rows: digest.rows,
    digest: digest.digest,
    treeRoot: digest.root,
    columns: table.columns.map(({ name, type, unit, description }) => ({ name, type, unit, description })),
    files: Object.fromEntries(formats.map(format => [format, tablePath(table.name, format)])),
  };
}

function manifestInputs({ config, worlds }: ManifestFacts) {
  const designs = compileDesigns(config.designs, config.minor_cost);
  const named = [
    ...worlds.flatMap(world => [
      { kind: 'contract', world: world.name, path: world.file },
      ...world.gates.map(gate => ({ kind: 'gate', world: world.name, path: gate.file })),
    ]),
    ...qualityModelsOf(worlds, designs, config.folder).map(({ world, file }) => ({
      kind: 'quality',
      world: world.name,
      path: file,
    })),
    ...config.sources.flatMap(source => [
      ...source.tasks.map(path => ({ kind: 'tasks', world: source.world, path })),
      ...source.attempts.map(path => ({ kind: 'attempts', world: source.world, path })),
    ]),
  ];
  return named.map(input => {
    const path = join(config.folder, input.path);
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    return { ...input, bytes: statSync(path).size, sha256 };
  });
}
