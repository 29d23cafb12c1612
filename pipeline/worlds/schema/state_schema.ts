import type { Field, World } from '../world.ts';
import { type JsonSchema, objectSchema, orNull } from './json_schema.ts';
import { valueSchema } from './value_schema.ts';

/** A state of a world: its tables by name, each a list of rows. Without a world: any object. */
export function stateSchema(world: World | null): JsonSchema {
  if (!world) return { type: 'object' };
  const tables = world.tables.map(({ name, columns }): [string, JsonSchema] => {
    const row = objectSchema(
      Object.fromEntries(columns.map(column => [column.name, orNull(valueSchema(column.type))])),
    );
    return [name, orNull({ type: 'array', items: row })];
  });
  return objectSchema(Object.fromEntries(tables));
}

/** A part of a task: every field of the part identity, in its type. Without a world: any object. */
export function partSchema(identity: readonly Field[] | null): JsonSchema {
  if (!identity) return { type: 'object' };
  return objectSchema(
    Object.fromEntries(identity.map(({ name, type }) => [name, valueSchema(type)])),
    identity.map(({ name }) => name),
  );
}
