import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import type { CompiledDesign } from '../config/compile_designs.ts';
import type { EditionConfig } from '../config/edition_config.ts';
import { measureDefaults, sliceDimensions } from '../config/measure_settings.ts';
import { didYouMean } from '../config/nearest.ts';
import { type Model, type ModelRoot, readModels } from '../dag/model.ts';
import { misuse } from '../failure.ts';
import { readWorld } from './compile_world.ts';
import { type QualityModel, qualityModelsOf, qualityRoots } from './quality_models.ts';
import type { ColumnType, Literal, Table, World } from './world.ts';

/** Where the models of this repository are. */
export const sqlFolder = join(import.meta.dirname, '..', '..', 'sql');

/** What the templates see as `settings`. Quality is looked for where designs name it. */
export type ModelSettings = Readonly<Record<string, unknown>> & {
  readonly designs?: readonly CompiledDesign[];
};

/** The models of `sql/` and of the worlds' gates and quality, and what their templates see. */
export type WorldModels = {
  readonly models: readonly Model[];
  readonly context: Readonly<Record<string, unknown>>;
};

/**
 * Reads the contracts of an edition's worlds, sorted by name.
 *
 * @throws Failure 2 when a contract is not that of the world the configuration says
 */
export async function readWorlds(config: Pick<EditionConfig, 'worlds' | 'folder'>): Promise<World[]> {
  const names = Object.keys(config.worlds).sort();
  return Promise.all(
    names.map(async name => {
      const file = config.worlds[name] ?? '';
      const world = await readWorld(join(config.folder, file), file);
      if (world.name === name) return world;
      throw misuse(
        `${world.place}: it is the contract of "${world.name}", not of "${name}"; name it so in worlds`,
      );
    }),
  );
}

/**
 * Reads the models of `sql/`, the gates of the worlds as models of their own (`gates.shifts_rest_rule`), so the
 * models of quality that designs name (`quality.shifts_spread`), and any further roots.
 */
export async function readWorldModels(
  worlds: readonly World[],
  settings: ModelSettings,
  folder: string,
  further: readonly ModelRoot[] = [],
): Promise<WorldModels> {
  const gates = worlds.flatMap(world => gateRoot(world, folder));
  const qualities = qualityModelsOf(worlds, settings.designs ?? [], folder);
  return {
    models: await readModels([{ dir: sqlFolder }, ...gates, ...qualityRoots(qualities, folder), ...further]),
    context: templateContext(worlds, settings, qualities),
  };
}

function gateRoot(world: World, folder: string): ModelRoot[] {
  if (world.gates.length === 0) return [];
  const missing = world.gates.find(gate => !existsSync(join(folder, gate.file)));
  if (missing) {
    throw misuse(`${missing.place}: ${missing.file}: no such file; write the gate as a model`);
  }
  return [
    {
      dir: join(folder, dirname(world.file), 'gates'),
      folder: 'gates',
      prefix: `${world.name}_`,
      context: { world },
    },
  ];
}

/** What every template sees: the worlds as plain data, the settings, and how names and values are quoted. */
function templateContext(
  worlds: readonly World[],
  settings: ModelSettings,
  qualities: readonly QualityModel[],
) {
  return {
    worlds,
    settings: { ...measureDefaults, dimensions: sliceDimensions, ...settings },
    qualities,
    identityTypes: identityTypes(worlds),
    literal: (text: unknown) => quotedString(String(text)),
    identifier: (name: unknown) => quotedIdentifier(String(name)),
    path: (names: unknown, rest: unknown) =>
      quotedString(jsonPath([names].flat().map(String)) + String(rest ?? '')),
    stateTable: (world: World, name: unknown) => stateTable(world, String(name)),
    json: (value: unknown) => `${quotedString(JSON.stringify((value ?? null) as Literal))}::json`,
  };
}

/** The state table a gate names. */
function stateTable(world: World, name: string): Table {
  const table = world.tables.find(candidate => candidate.name === name);
  if (table) return table;
  const known = world.tables.map(candidate => candidate.name);
  throw new Error(`the world ${world.name} has no state table "${name}"${didYouMean(name, known)}`);
}

function jsonPath(names: readonly string[]): string {
  return `$${names.map(name => `."${name}"`).join('')}`;
}

function identityTypes(worlds: readonly World[]): ColumnType[] {
  const fields = worlds.flatMap(world => world.lists.flatMap(list => list.identity));
  const types = new Map(fields.map(field => [field.type.name, field.type]));
  return [...types.keys()].sort().flatMap(name => types.get(name) ?? []);
}
