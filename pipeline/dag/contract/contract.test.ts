import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryProject } from '../../../fixtures/temporary_project.ts';
import { contractHash, isNumeric } from './contract.ts';
import { locateContract } from './locate_contract.ts';

async function read(text: string) {
  const { dir } = await temporaryProject({ 'claims.yml': text });
  const file = {
    kind: 'contract_file',
    path: join(dir, 'claims.yml'),
    name: 'claims.yml',
    sha256: '',
  } as const;
  return locateContract(file, 'check.claims');
}

const GOOD = `description: Claims.
version: 2
key: [id, kind]
published: true
tags: [core]
columns:
  id: {type: VARCHAR, description: The id., tests: [not_null, {relationships: {to: tasks, field: task_id}}]}
  kind: {type: VARCHAR, description: The kind., tests: [unique, {accepted_values: [a, b]}]}
  cost: {type: 'DECIMAL(18,2)', unit: USD, description: What it cost.}
tests:
  - {expression: cost > 0, name: costs}
  - expression: id <> kind
`;

test('a contract keeps the order of its columns, and says where its fields stand', async () => {
  const { contract, at } = await read(GOOD);
  expect(contract).toEqual({
    description: 'Claims.',
    version: 2,
    key: ['id', 'kind'],
    published: true,
    tags: ['core'],
    columns: [
      {
        name: 'id',
        type: 'VARCHAR',
        unit: null,
        description: 'The id.',
        tests: [{ kind: 'not_null' }, { kind: 'relationships', to: 'tasks', field: 'task_id' }],
      },
      {
        name: 'kind',
        type: 'VARCHAR',
        unit: null,
        description: 'The kind.',
        tests: [{ kind: 'unique' }, { kind: 'accepted_values', values: ['a', 'b'] }],
      },
      { name: 'cost', type: 'DECIMAL(18,2)', unit: 'USD', description: 'What it cost.', tests: [] },
    ],
    tests: [
      { name: 'costs', expression: 'cost > 0' },
      { name: 'id <> kind', expression: 'id <> kind' },
    ],
  });
  expect(at(['columns', 'cost'])).toBe('claims.yml:9: columns.cost');
});

describe('what a contract must not be', () => {
  test.each([
    ['description: Claims.\n', '', 'claims.yml:1: description: missing; it is required'],
    ['version: 2', 'version: 1.5', 'claims.yml:2: version: must be a whole number, not 1.5'],
    ['published', 'publishd', 'claims.yml:4: publishd: unknown key "publishd"; did you mean "published"?'],
    [
      'published: true',
      'published: true\ntemporary: true',
      'claims.yml:5: temporary: what is published stays; leave out one of the two',
    ],
    [', kind]\n', ', knd]\n', 'claims.yml:3: key[1]: "knd" is no column of this contract'],
    [
      'unit: USD, ',
      '',
      'claims.yml:9: columns.cost: a DECIMAL(18,2) needs a unit; write unit: none where it has none',
    ],
    [
      'description: What it cost.',
      'description: ""',
      'claims.yml:9: columns.cost.description: must not be empty',
    ],
    [', description: The id.', '', 'claims.yml:7: columns.id.description: missing; it is required'],
  ])('%j as %j', async (good, bad, message) => {
    expect(GOOD).toContain(good);
    await expect(read(GOOD.replace(good, bad))).rejects.toThrow(
      expect.objectContaining({ message, exitCode: 2 }),
    );
  });
});

test('numbers, and lists of numbers, need a unit', () => {
  const numeric = [
    'TINYINT',
    'BIGINT',
    'UHUGEINT',
    'INTEGER',
    'UINTEGER',
    'DOUBLE',
    'FLOAT',
    'DECIMAL(18,2)',
    'BIGINT[]',
  ];
  const others = ['VARCHAR', 'BOOLEAN', 'TIMESTAMP', 'INTERVAL', 'STRUCT(a INTEGER)', 'VARCHAR[]'];
  expect(numeric.filter(type => !isNumeric(type))).toEqual([]);
  expect(others.filter(isNumeric)).toEqual([]);
});

test('the hash of a contract changes with it', async () => {
  const { contract } = await read(GOOD);
  const hash = contractHash(contract);
  expect(contractHash({ ...contract })).toBe(hash);
  expect(contractHash({ ...contract, published: false })).not.toBe(hash);
});
