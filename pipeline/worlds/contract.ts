import * as z from 'zod';

/** The world contract as it is written in YAML; `compileWorld` turns it into a `World`. */

const name = z.string().regex(/^[A-Za-z_][\w-]*$/, 'must be a name: letters, digits, _ and -');

const columnType = z
  .string()
  .regex(
    /^((text|integer|boolean|date|timestamp|decimal\(\s*[1-9]\d*\s*,\s*\d+\s*\))|list\((text|integer|boolean|date|timestamp|decimal\(\s*[1-9]\d*\s*,\s*\d+\s*\))\))$/,
    'must be text, integer, decimal(p,s), boolean, date, timestamp or list(type)',
  );

const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: 'must be a text, a number, true or false',
});

/** A set of columns, in an order. */
const columns = z
  .array(name)
  .min(1)
  .refine(list => new Set(list).size === list.length, 'names a column twice; keep one')
  .meta({ uniqueItems: true });

/** A map that names something. */
const some = <V extends z.ZodType>(values: V) =>
  z
    .record(name, values)
    .refine(map => Object.keys(map).length > 0, 'must not be empty')
    .meta({ minProperties: 1 });

const pathOr = (otherwise: string) =>
  z
    .string()
    .regex(/^\$\.(args|result)(\.[A-Za-z_][\w-]*)*$/, `must be a path $.args… or $.result…${otherwise}`);

const path = pathOr('');

const value = z.union([pathOr(', or {value: literal}'), z.strictObject({ value: scalar })], {
  error: 'must be a path $.args… or $.result…, or {value: literal}',
});

const severity = z.enum(['key', 'minor']);

const change = z.strictObject({
  claims: z.enum(['change', 'removal']),
  table: name,
  identity: columns,
  where: z.record(name, scalar).optional(),
  severity,
});

const openPart = z.strictObject({
  claims: z.literal('open_part'),
  severity,
  reasons: z.record(name, z.enum(['possible', 'impossible'])),
});

const toolCall = z.strictObject({
  claims: z.literal('tool_call'),
  tool: z.string().min(1),
  identity: some(path),
  severity,
});

const nothing = z.strictObject({ claims: z.literal('nothing') });

const okWhen = z.record(path, z.union([scalar, z.null()])).optional();

const tool = z.union(
  [
    z.strictObject({ writes: name, row: z.record(name, value), ok_when: okWhen }),
    z.strictObject({ removes: name, row: z.record(name, value), ok_when: okWhen }),
    z.strictObject({ reads: name, rows: path, scope: z.record(name, value).optional(), ok_when: okWhen }),
  ],
  { error: 'must have one of writes, removes, reads' },
);

const table = z.strictObject({
  columns: some(columnType).describe('Columns by name, with their types.'),
  key: columns.optional().describe('A write replaces the row of its key. Without a key rows are counted.'),
});

const parts = z.strictObject({
  identity: some(columnType).describe('The fields by which a part is named, with their types.'),
  done: z
    .union([z.strictObject({ table: name }), z.strictObject({ outcome: z.literal(true) })], {
      error: 'must be {table: …} or {outcome: true}',
    })
    .describe('A row of this table with the identity of the part; or what the outcome of the attempt says.'),
});

export const contractSchema = z.strictObject({
  world: name,
  version: z.int().positive(),
  description: z.string().min(1).describe('What a task of this world asks for.'),
  others_act: z
    .boolean()
    .default(false)
    .describe('Whether the state also changes by something else than the tools as they are declared here.'),
  state: z.record(name, table).default({}).describe('The tables of a state.'),
  parts: parts.optional().describe('What a task requires; without it a task has one part, its own id.'),
  gates: z
    .record(name, z.strictObject({ fails: z.enum(['part', 'task']) }))
    .default({})
    .describe(
      'What makes work not count: a model each, in gates/ beside the contract, that returns what fails.',
    ),
  report: z
    .record(name, z.discriminatedUnion('claims', [change, openPart, toolCall, nothing]))
    .default({})
    .describe('The fields of a report beside its status, and what each claims.'),
  tools: z.record(z.string(), tool).default({}).describe('What the result of a tool says about the state.'),
});

export type Contract = z.output<typeof contractSchema>;
