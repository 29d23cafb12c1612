import type { JsonSchema } from './json_schema.ts';

/** An id: a text that is not empty. */
export const nameSchema: JsonSchema = { type: 'string', minLength: 1 };

/** A count that a float holds exactly. */
export const countSchema: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** An integer of 64 bits. */
export const integerSchema: JsonSchema = {
  type: 'integer',
  exclusiveMinimum: -(2 ** 63),
  exclusiveMaximum: 2 ** 63,
};
