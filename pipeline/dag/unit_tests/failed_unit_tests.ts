import { quotedIdentifier } from '@duckdb/node-api';
import type { Column, LocatedContract } from '../contract/contract.ts';
import type { FailedTest } from '../contract/data_tests.ts';
import type { LocatedUnitTest, UnitTest } from '../contract/unit_test.ts';
import type { Database } from '../database.ts';
import type { Plan, PlannedNode } from '../plan.ts';
import { textTable } from '../text_table.ts';
import { compareRows, type Difference, type TextRow } from './compare_rows.ts';
import { explainBroken } from './explain_broken.ts';
import { isNested } from './given_value.ts';
import { type Input, readUnitTest } from './read_unit_test.ts';
import { type TypedRows, typedRows } from './typed_rows.ts';

/**
 * Runs the unit tests of a model: its SQL over the given rows in place of the tables it reads, all in one query a test,
 * so that nothing is made and nothing is left behind. Rows are compared as multisets, on the columns that are expected.
 *
 * @throws Failure 2 with file and line for a test that names what there is not, leaves an input out or gives a value
 *   that its column cannot have; Failure 1 for SQL that cannot run
 */
export async function failedUnitTests(
  database: Database,
  plan: Plan,
  node: PlannedNode,
  located: LocatedContract,
): Promise<FailedTest[]> {
  const failed: FailedTest[] = [];
  for (const [index, test] of located.unitTests.entries()) {
    const difference = await differenceOf(database, plan, node, { test, index, at: located.at });
    if (difference) failed.push(difference);
  }
  return failed;
}

async function differenceOf(
  database: Database,
  plan: Plan,
  node: PlannedNode,
  located: LocatedUnitTest,
): Promise<FailedTest | undefined> {
  const { sql, inputs, expected } = readUnitTest(plan, node, located);
  const query = comparisonSql(sql, inputs, expected);
  const reader = await database.connection.runAndReadAll(query).catch(async cause => {
    throw await explainBroken(database, node, located, { inputs, expected, cause });
  });
  const rows = reader.getRowsJson().map(row => row.map(value => (value === null ? null : String(value))));
  const { test } = located;
  const difference = compareRows(
    rows.filter(row => row[0] === 'expected').map(row => row.slice(1)),
    rows.filter(row => row[0] === 'actual').map(row => row.slice(1)),
    expected.columns.map(column => test.expect.tolerance[column.name]),
  );
  return failedTest(test, expected.columns, difference);
}

function failedTest(
  test: UnitTest,
  columns: readonly Column[],
  { missing, extra }: Difference,
): FailedTest | undefined {
  if (missing.length + extra.length === 0) return undefined;
  const labelled = (label: string, rows: readonly TextRow[]) => rows.map(row => [label, ...row]);
  return {
    test: test.name,
    failing: BigInt(missing.length + extra.length),
    rows: textTable(
      ['', ...columns.map(column => column.name)],
      [...labelled('missing', missing), ...labelled('extra', extra)],
    ),
  };
}

/**
 * The rows of the model and those expected, as texts. The inputs are CTEs around the model that have the names of the
 * tables; what stands before the model is on one line, so that lines of DuckDB's errors are those of the compiled file.
 */
function comparisonSql(sql: string, inputs: readonly Input[], expected: TypedRows): string {
  const texts = expected.columns.map(textOf).join(', ');
  const given = inputs.map(input => `${quotedIdentifier(input.table)} as (${typedRows(input)})`);
  const actual = `select 'actual', ${texts} from (${sql}\n)`;
  return `${given.length ? `with ${given.join(', ')} ` : ''}${actual}\nunion all\nselect 'expected', ${texts} from (${typedRows(expected)})`;
}

function textOf({ name, type }: Column): string {
  const value = `cast(${quotedIdentifier(name)} as ${type})`;
  return `cast(${isNested(type) ? `to_json(${value})` : value} as varchar)`;
}
