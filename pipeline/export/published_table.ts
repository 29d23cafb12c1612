import { quotedIdentifier } from '@duckdb/node-api';
import type { Column, Contract } from '../dag/contract/contract.ts';
import type { NodeResult } from '../dag/results.ts';

/** A table of the edition: its contract, and the model that made it. */
export type PublishedTable = {
  readonly name: string;
  readonly contract: Contract;
  readonly columns: readonly Column[];
  readonly fingerprint: string;
  readonly rows: bigint;
};

/** The tables whose contract says `published: true`, sorted by name. */
export function publishedTables(nodes: readonly NodeResult[]): PublishedTable[] {
  return nodes
    .flatMap(({ name, contract, fingerprint, rows }) =>
      contract?.published && rows !== null
        ? [{ name, contract, columns: contract.columns, fingerprint, rows }]
        : [],
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `order by` every column, the key first: a total order, so that files are the same bytes every time. */
export function totalOrder(table: PublishedTable): string {
  const key = table.contract.key;
  const rest = table.columns.map(column => column.name).filter(name => !key.includes(name));
  return `order by ${[...key, ...rest].map(name => `${quotedIdentifier(name)} nulls last`).join(', ')}`;
}
