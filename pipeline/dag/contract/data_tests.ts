import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import type { Database } from '../database.ts';
import { textTable } from '../text_table.ts';
import type { Column, ColumnTest, Contract } from './contract.ts';

/** A test that rows fail: how many, and the first of them as a text table. */
export type FailedTest = { readonly test: string; readonly failing: bigint; readonly rows: string };

/** A test as SQL: the relation of the rows that fail it. */
type DataTest = { readonly name: string; readonly failing: string };

/** Tests of single rows: a predicate that rows must meet, so that one scan serves all. */
type RowTest = { readonly name: string; readonly meets: string };

const SHOWN = 5;

/** How many rows a table has, and the tests that some of them fail. */
export type TestedRows = { readonly rows: bigint; readonly failed: readonly FailedTest[] };

/**
 * Runs the tests of a contract on a table: one scan for all tests of single rows, and one statement for all others.
 *
 * @param tableOf the table of a model that a relationship names
 */
export async function testRows(
  database: Database,
  table: string,
  contract: Contract,
  tableOf: (model: string) => string,
): Promise<TestedRows> {
  const name = quotedIdentifier(table);
  const rowTests = [
    ...contract.columns.flatMap(column => column.tests.flatMap(test => rowTest(column, test))),
    ...contract.tests.map(test => ({ name: test.name, meets: `(${test.expression}\n)` })),
  ];
  const { rows, failing } = await failingRowTests(database, name, rowTests);
  const failed: FailedTest[] = [];
  for (const { test, count } of await counted(database, [
    ...failing,
    ...tableTests(name, contract, tableOf),
  ])) {
    if (count > 0n)
      failed.push({ test: test.name, failing: count, rows: await firstRows(database, test, contract) });
  }
  return { rows, failed };
}

/** How many rows fail each test. */
async function counted(database: Database, tests: readonly DataTest[]) {
  if (tests.length === 0) return [];
  const counts = tests.map(
    (test, index) => `(select count(*) from (${test.failing})) as ${quotedIdentifier(String(index))}`,
  );
  const [found] = await database.rows<Record<string, bigint>>(`select ${counts.join(',\n')}`);
  return tests.map((test, index) => ({ test, count: found?.[index] ?? 0n }));
}

function rowTest(column: Column, test: ColumnTest): RowTest[] {
  const name = quotedIdentifier(column.name);
  if (test.kind === 'not_null') return [{ name: `not_null ${column.name}`, meets: `${name} is not null` }];
  if (test.kind === 'accepted_values') {
    const values = test.values.map(value =>
      typeof value === 'string' ? quotedString(value) : String(value),
    );
    const meets = `(${name} is null or ${name} in (${values.join(', ')}))`;
    return [{ name: `accepted_values ${column.name}`, meets }];
  }
  return [];
}

/** How many rows there are, and those of the row tests that some row fails, found in one scan. */
async function failingRowTests(database: Database, table: string, tests: RowTest[]) {
  const counts = tests.map(
    (test, index) => `, count(*) filter (where (${test.meets}) is not true) > 0 as test_${index}`,
  );
  const [found] = await database.rows(`select count(*) as n${counts.join('\n')}\nfrom ${table}`);
  const failing = tests
    .filter((_, index) => found?.[`test_${index}`] === true)
    .map(test => ({ name: test.name, failing: `select * from ${table} where (${test.meets}) is not true` }));
  return { rows: BigInt(String(found?.['n'] ?? 0)), failing };
}

function tableTests(table: string, contract: Contract, tableOf: (model: string) => string): DataTest[] {
  const tests: DataTest[] = [];
  if (contract.key.length > 0) {
    const key = contract.key.map(quotedIdentifier).join(', ');
    // group by takes two nulls for the same
    tests.push({
      name: `key ${contract.key.join(', ')}`,
      failing: `select ${key}, count(*) as rows from ${table} group by ${key} having count(*) > 1`,
    });
  }
  for (const column of contract.columns) {
    const name = quotedIdentifier(column.name);
    for (const test of column.tests) {
      if (test.kind === 'unique') {
        tests.push({
          name: `unique ${column.name}`,
          failing: `select ${name}, count(*) as rows from ${table} where ${name} is not null group by ${name} having count(*) > 1`,
        });
      }
      if (test.kind === 'relationships') {
        const other = quotedIdentifier(tableOf(test.to));
        tests.push({
          name: `relationships ${column.name} → ${test.to}.${test.field}`,
          failing: `select this.* from ${table} as this anti join ${other} as that on this.${name} = that.${quotedIdentifier(test.field)} where this.${name} is not null`,
        });
      }
    }
  }
  return tests;
}

async function firstRows(database: Database, test: DataTest, contract: Contract): Promise<string> {
  const key = contract.key.map(quotedIdentifier).join(', ');
  const reader = await database.connection.runAndReadAll(
    `select columns(*)::varchar from (from (${test.failing}) order by ${key || 'all'} limit ${SHOWN})`,
  );
  const rows = reader.getRowsJson().map(row => row.map(value => (value === null ? null : String(value))));
  return textTable(reader.columnNames(), rows);
}
