import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database.ts';
import type { ColumnTest, Contract } from './contract.ts';
import { testRows } from './data_tests.ts';

async function check(values: string, tests: readonly ColumnTest[], more: Partial<Contract> = {}) {
  const database = await openDatabase(':memory:', { threads: 1 });
  onTestFinished(() => database.close());
  await database.run(`create table it as from (values ${values}) as it(a, b)`);
  await database.run("create table other as from (values ('x'), ('y'), (null)) as other(f)");
  const contract: Contract = {
    description: '',
    version: 1,
    key: [],
    columns: [{ name: 'a', type: 'VARCHAR', unit: null, description: '', tests }],
    tests: [],
    published: false,
    tags: [],
    ...more,
  };
  return (await testRows(database, 'it', contract, () => 'other')).failed;
}

describe('tests of columns', () => {
  const values = "('x', 1), ('y', 2), ('y', 3), (null, 4), (null, 5)";
  test('not_null', async () => {
    expect(await check(values, [{ kind: 'not_null' }])).toEqual([
      { test: 'not_null a', failing: 2n, rows: 'a     b\nnull  4\nnull  5' },
    ]);
  });

  test('unique lets nulls be', async () => {
    expect(await check(values, [{ kind: 'unique' }])).toEqual([
      { test: 'unique a', failing: 1n, rows: 'a  rows\ny  2' },
    ]);
  });

  test('accepted_values lets nulls be', async () => {
    expect(await check(values, [{ kind: 'accepted_values', values: ['y', "it's"] }])).toEqual([
      { test: 'accepted_values a', failing: 1n, rows: 'a  b\nx  1' },
    ]);
  });

  test('relationships let nulls be', async () => {
    const related = [{ kind: 'relationships', to: 'others', field: 'f' }] as const;
    expect(await check(values, related)).toEqual([]);
    expect(await check(`${values}, ('z', 6)`, related)).toEqual([
      { test: 'relationships a → others.f', failing: 1n, rows: 'a  b\nz  6' },
    ]);
  });
});

describe('tests of tables', () => {
  test('a key takes two nulls for the same', async () => {
    expect(await check("(null, 1), (null, 1), ('x', 1), ('x', 2)", [], { key: ['a', 'b'] })).toEqual([
      { test: 'key a, b', failing: 1n, rows: 'a     b  rows\nnull  1  2' },
    ]);
  });

  test('an expression must be true of every row; null is not true', async () => {
    const tests = [{ name: 'small', expression: 'b < 3 -- small' }];
    expect(await check("('x', 1), ('y', 3), ('z', null)", [], { tests })).toEqual([
      { test: 'small', failing: 2n, rows: 'a  b\ny  3\nz  null' },
    ]);
  });

  test('of many failing rows the first five are shown, by key', async () => {
    const rows = [7, 3, 5, 1, 6, 2].map(n => `('x', ${n})`).join(', ');
    const [failed] = await check(rows, [], { key: ['b'], tests: [{ name: 'never', expression: 'false' }] });
    expect(failed).toEqual({ test: 'never', failing: 6n, rows: 'a  b\nx  1\nx  2\nx  3\nx  5\nx  6' });
  });
});
