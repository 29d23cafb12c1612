import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import { breakdown } from '../failure.ts';
import type { Contract } from './contract/contract.ts';
import type { Database } from './database.ts';

/** What the database knows of a node: the table it made, and from what. */
export type NodeState = {
  readonly node: string;
  readonly table: string;
  readonly fingerprint: string;
  readonly rows: bigint;
  readonly contractHash: string;
  readonly contract: Contract;
};

/** The states of all nodes whose table is still there, by node id. */
export async function readState(database: Database): Promise<Map<string, NodeState>> {
  return readRemembered(database).catch(error => {
    throw breakdown(
      `${database.path}: damaged, or of another version; it only remembers what was built: make clean, then run again`,
      {
        cause: error,
      },
    );
  });
}

async function readRemembered(database: Database): Promise<Map<string, NodeState>> {
  const known = await database.rows(
    "select 1 from duckdb_tables() where database_name = current_database() and schema_name = 'dag' and table_name = '_dag'",
  );
  if (known.length === 0) {
    await database.run(`
      create schema if not exists dag;
      create table dag._dag (
        node varchar, table_name varchar, fingerprint varchar, rows bigint, contract_hash varchar, contract varchar)`);
    return new Map();
  }
  const rows = await database.rows<{
    node: string;
    table: string;
    fingerprint: string;
    rows: bigint;
    contractHash: string;
    contract: string;
  }>(`
    select node, table_name as "table", fingerprint, rows, contract_hash as "contractHash", contract
    from dag._dag
    where table_name in (
      select table_name from duckdb_tables() where database_name = current_database() and schema_name = 'main')
      or (contract ->> '$.temporary') = 'true'`);
  return new Map(
    rows.flatMap(row => {
      const contract = rememberedContract(row.contract);
      return contract ? [[row.node, { ...row, contract }]] : [];
    }),
  );
}

/** Undefined where another version remembered it otherwise: then the node is built again. */
function rememberedContract(text: string | null): Contract | undefined {
  try {
    const contract: Partial<Contract> | null = JSON.parse(text ?? 'null');
    return contract && Array.isArray(contract.columns) && Array.isArray(contract.key)
      ? (contract as Contract)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Statements that remember a node; they belong in the transaction that makes its table. */
export function rememberSql(state: NodeState): string {
  const values = [
    state.node,
    state.table,
    state.fingerprint,
    String(state.rows),
    state.contractHash,
    JSON.stringify(state.contract),
  ];
  return `
    delete from dag._dag where node = ${quotedString(state.node)} or table_name = ${quotedString(state.table)};
    insert into dag._dag values (${values.map(quotedString).join(', ')})`;
}

/** Drops the tables of nodes that are no longer there. */
export async function forget(database: Database, gone: readonly NodeState[], kept: ReadonlySet<string>) {
  if (gone.length === 0) return;
  await database.run('begin transaction');
  try {
    for (const { node, table } of gone) {
      if (!kept.has(table)) await database.run(`drop table if exists ${quotedIdentifier(table)}`);
      await database.run(`delete from dag._dag where node = ${quotedString(node)}`);
    }
    await database.run('commit');
  } catch (error) {
    await database.run('rollback');
    throw error;
  }
}
