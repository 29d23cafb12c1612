import { z } from 'zod';
import { readYamlFile } from '../../config/yaml_file.ts';
import { type ColumnTest, type Contract, isNumeric, type LocatedContract } from './contract.ts';
import { unitTests } from './unit_test_schema.ts';

const text = z.string().trim().min(1, 'must not be empty');
const scalar = z.union([z.string(), z.number(), z.boolean()]);

const columnTest = z.union([
  z.enum(['not_null', 'unique']),
  z.strictObject({ accepted_values: z.array(scalar).min(1, 'must name a value') }),
  z.strictObject({ relationships: z.strictObject({ to: text, field: text }) }),
]);

const column = z
  .strictObject({
    type: text,
    unit: text.optional(),
    description: text,
    tests: z.array(columnTest).default([]),
  })
  .superRefine((value, context) => {
    if (isNumeric(value.type) && value.unit === undefined) {
      context.addIssue({
        code: 'custom',
        message: `a ${value.type} needs a unit; write unit: none where it has none`,
      });
    }
  });

const contract = z
  .strictObject({
    description: text,
    version: z.int().min(1),
    key: z.array(text).default([]),
    columns: z.record(z.string(), column),
    tests: z.array(z.strictObject({ expression: text, name: text.optional() })).default([]),
    published: z.boolean().default(false),
    temporary: z.boolean().optional(),
    tags: z.array(text).default([]),
    unit_tests: unitTests,
  })
  .superRefine((value, context) => {
    if (value.published && value.temporary) {
      context.addIssue({
        code: 'custom',
        path: ['temporary'],
        message: 'what is published stays; leave out one of the two',
      });
    }
    value.key.forEach((name, index) => {
      if (Object.hasOwn(value.columns, name)) return;
      context.addIssue({
        code: 'custom',
        path: ['key', index],
        message: `"${name}" is no column of this contract`,
      });
    });
  });

/**
 * Reads the YAML that stands beside a model.
 *
 * @throws Failure 2 with file, line, field and the nearest known name
 */
export async function readContractFile(path: string, name: string): Promise<LocatedContract> {
  const file = await readYamlFile(path, contract, name);
  const { unit_tests, ...promised } = file.value;
  return { contract: toContract(promised), unitTests: unit_tests, at: file.at };
}

function toContract(value: Omit<z.output<typeof contract>, 'unit_tests'>): Contract {
  const columns = Object.entries(value.columns).map(([name, column]) => ({
    name,
    type: column.type,
    unit: column.unit ?? null,
    description: column.description,
    tests: column.tests.map(toColumnTest),
  }));
  const tests = value.tests.map(test => ({
    name: test.name ?? test.expression,
    expression: test.expression,
  }));
  return { ...value, columns, tests };
}

function toColumnTest(test: z.output<typeof columnTest>): ColumnTest {
  if (typeof test === 'string') return { kind: test };
  if ('accepted_values' in test) return { kind: 'accepted_values', values: test.accepted_values };
  return { kind: 'relationships', ...test.relationships };
}
