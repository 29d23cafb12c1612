import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import { Failure } from '../failure.ts';
import type { Contract, LocatedContract } from './contract/contract.ts';
import { contractProblems } from './contract/contract_problems.ts';
import { type FailedTest, testRows } from './contract/data_tests.ts';
import { locateContract } from './contract/locate_contract.ts';
import type { Database } from './database.ts';
import type { Plan, PlannedNode } from './plan.ts';
import { rememberSql } from './state.ts';
import { failedUnitTests } from './unit_tests/failed_unit_tests.ts';

/** What came of building a node. `fatal`: the run cannot go on. */
export type Built =
  | { readonly kind: 'built'; readonly rows: bigint; readonly contract: Contract }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly tests: readonly FailedTest[];
      readonly exitCode: 1 | 2 | 3;
      readonly fatal: boolean;
    };

/** Errors of DuckDB after which nothing else can be built. */
const FATAL = /^(INTERRUPT|FATAL|INTERNAL|Out of Memory)|no space left on device/i;

/** Thrown inside the transaction, so that it is rolled back. */
class Rejected extends Error {
  readonly tests: readonly FailedTest[];

  constructor(message: string, tests: readonly FailedTest[] = []) {
    super(message);
    this.tests = tests;
  }
}

/**
 * Makes a table, holds it against its contract, tests it, and remembers what it was made from: all or nothing, in one
 * transaction. What fails leaves the table of the run before.
 *
 * @param tested the plan, where the unit tests of the model are to be run before it is built
 */
export async function buildNode(
  database: Database,
  node: PlannedNode,
  fingerprint: string,
  tested?: Plan,
): Promise<Built> {
  let begun = false;
  try {
    const located = await locateContract(node.contract, node.id);
    if (tested) rejectFailing('unit test', await failedUnitTests(database, tested, node, located));
    await database.run('begin transaction');
    begun = true;
    await makeTable(database, node);
    await enforceContract(database, node, located);
    const rows = await testTable(database, node, located);
    // comments are for those who look into the file
    if (!node.temporary && database.path !== ':memory:')
      await database.run(commentsSql(node.name, located.contract));
    await database.run(
      rememberSql({
        node: node.id,
        table: node.name,
        fingerprint,
        rows,
        contractHash: node.contractHash,
        contract: located.contract,
      }),
    );
    await database.run('commit');
    return { kind: 'built', rows, contract: located.contract };
  } catch (error) {
    if (begun) await rollback(database);
    return failed(error, node);
  }
}

async function makeTable(database: Database, node: PlannedNode): Promise<void> {
  if (node.work.kind === 'source') {
    await database.run(`drop table if exists ${quotedIdentifier(node.name)}`);
    await node.work.build(database);
    return;
  }
  // on one line, so that lines of DuckDB's errors are those of the compiled file
  const table = quotedIdentifier(node.name);
  // one of a run before, or of this process, must not stand in for it
  await database.run(`drop table if exists ${node.temporary ? 'main' : 'temp'}.${table}`);
  const sql = `create or replace ${node.temporary ? 'temporary ' : ''}table ${table} as ${node.work.sql}`;
  const { count } = await database.connection.extractStatements(sql);
  if (count !== 1) throw new Rejected(`${node.compiledPath}: ${count} statements; a model is one select`);
  await database.run(sql);
}

async function enforceContract(database: Database, node: PlannedNode, located: LocatedContract) {
  const built = await database.rows<{ name: string; type: string }>(
    `select column_name as name, column_type as type from (describe ${quotedIdentifier(node.name)})`,
  );
  const problems = contractProblems(built, located);
  if (problems.length > 0) throw new Rejected(problems.join('\n  '));
}

async function testTable(database: Database, node: PlannedNode, located: LocatedContract): Promise<bigint> {
  const { rows, failed: tests } = await testRows(database, node.name, located.contract, node.tableOf).catch(
    cause => {
      if (FATAL.test(cause.message)) throw cause;
      throw new Rejected(`${located.at(['tests'])}: a test cannot run: ${cause.message}`);
    },
  );
  rejectFailing('test', tests);
  return rows;
}

function rejectFailing(kind: 'test' | 'unit test', tests: readonly FailedTest[]): void {
  if (tests.length === 0) return;
  const names = tests.map(test => test.test).join(', ');
  throw new Rejected(
    `${tests.length === 1 ? `a ${kind} fails` : `${tests.length} ${kind}s fail`}: ${names}`,
    tests,
  );
}

function commentsSql(table: string, contract: Contract): string {
  const name = quotedIdentifier(table);
  const columns = contract.columns.map(
    column =>
      `comment on column ${name}.${quotedIdentifier(column.name)} is ${quotedString(comment(column.description, column.unit))}`,
  );
  return [`comment on table ${name} is ${quotedString(contract.description)}`, ...columns].join(';\n');
}

function comment(description: string, unit: string | null): string {
  return unit === null || unit === 'none' ? description : `${description} [${unit}]`;
}

async function rollback(database: Database): Promise<void> {
  // a fatal error or a failed commit has ended the transaction already
  await database.run('rollback').catch(() => undefined);
}

function failed(error: unknown, node: PlannedNode): Built {
  if (error instanceof Rejected) {
    return { kind: 'failed', message: error.message, tests: error.tests, exitCode: 1, fatal: false };
  }
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof Failure && error.exitCode !== 0) {
    return { kind: 'failed', message: text, tests: [], exitCode: error.exitCode, fatal: false };
  }
  const where = node.compiledPath === null ? '' : `${node.compiledPath}: `;
  const fatal = FATAL.test(text);
  const exitCode = fatal || text.startsWith('IO Error') ? 3 : 1;
  return { kind: 'failed', message: `${where}${text}`, tests: [], exitCode, fatal };
}
