/** A JSON Schema, draft 2020-12, as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** A schema that stands alone: with its dialect and a title. */
export function rootSchema(title: string, schema: JsonSchema): JsonSchema {
  return { $schema: dialect, title, ...schema };
}

/** An object with these fields; of the others the format says that they are not read. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: true,
  };
}

/** What may also be null. (A list of types in `type` would say it shorter, but many readers take one type only.) */
export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}
