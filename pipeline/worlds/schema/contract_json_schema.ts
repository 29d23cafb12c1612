import * as z from 'zod';
import { contractSchema } from '../contract.ts';
import { type JsonSchema, rootSchema } from './json_schema.ts';

/**
 * The JSON Schema of a world contract, for editors and generators. Whether the names in it are there (tables,
 * columns) only `compileWorld` knows.
 */
export function contractJsonSchema(): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(contractSchema, { io: 'input', target: 'draft-2020-12' });
  return rootSchema('World contract', oneTypeEach(schema) as JsonSchema);
}

/** Says a list of types as alternatives, as everywhere else: many readers take one type only. */
function oneTypeEach(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(oneTypeEach);
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.entries(schema).map(([keyword, value]) =>
    keyword === 'type' && Array.isArray(value)
      ? ['anyOf', value.map(type => ({ type }))]
      : [keyword, oneTypeEach(value)],
  );
  return Object.fromEntries(fields);
}
