import { join } from 'node:path';
import { readEditionConfig } from '../config/edition_config.ts';
import { didYouMean } from '../config/nearest.ts';
import { misuse } from '../failure.ts';
import { readWorld } from '../worlds/compile_world.ts';
import { attemptSchema } from '../worlds/schema/attempt_schema.ts';
import { contractJsonSchema } from '../worlds/schema/contract_json_schema.ts';
import type { JsonSchema } from '../worlds/schema/json_schema.ts';
import { reportSchema } from '../worlds/schema/report_schema.ts';
import { taskSchema } from '../worlds/schema/task_schema.ts';
import type { World } from '../worlds/world.ts';
import type { Values } from './values.ts';

const kinds = ['report', 'attempt', 'task', 'world'] as const;
type Kind = (typeof kinds)[number];

/** `candor schema KIND [WORLD]`: a JSON Schema (draft 2020-12) on stdout. */
export async function schema(operands: readonly string[], values: Values): Promise<number> {
  const [name, world, ...more] = operands;
  if (name === undefined || more.length > 0) {
    throw misuse(
      'candor schema: say of what: report, attempt, task or world; then the world, where it is of one',
    );
  }
  const kind = kinds.find(known => known === name);
  if (!kind) throw misuse(`candor schema ${name}: no such schema${didYouMean(name, kinds)}`);
  const text = JSON.stringify(await schemaOf(kind, world, String(values.config ?? 'edition.yml')), null, 2);
  process.stdout.write(`${text}\n`);
  return 0;
}

async function schemaOf(kind: Kind, world: string | undefined, config: string): Promise<JsonSchema> {
  switch (kind) {
    case 'report':
      return reportSchema(await configuredWorld(kind, world, config));
    case 'attempt':
      return attemptSchema(world === undefined ? null : await configuredWorld(kind, world, config));
    case 'task':
      return taskSchema(world === undefined ? null : await configuredWorld(kind, world, config));
    case 'world':
      if (world === undefined) return contractJsonSchema();
      throw misuse(`candor schema world: all contracts have one schema; leave out ${world}`);
  }
}

/** The world that was named; without a name, the only one that is configured. */
async function configuredWorld(kind: Kind, named: string | undefined, path: string): Promise<World> {
  const config = await readEditionConfig(path);
  const worlds = Object.keys(config.worlds);
  if (named === undefined && worlds.length !== 1) {
    throw misuse(
      `candor schema ${kind}: say of which world: candor schema ${kind} ${worlds.join(' | ') || 'WORLD'}`,
    );
  }
  const name = named ?? worlds[0] ?? '';
  const contract = Object.hasOwn(config.worlds, name) ? config.worlds[name] : undefined;
  if (contract !== undefined) return readWorld(join(config.folder, contract), contract);
  throw misuse(`candor schema ${kind} ${name}: no such world in ${path}${didYouMean(name, worlds)}`);
}
