import { createHash } from 'node:crypto';
import type { UnitTest } from './unit_test.ts';

/** What may be tested of one column. Nulls pass every test but `not_null`. */
export type ColumnTest =
  | { readonly kind: 'not_null' }
  | { readonly kind: 'unique' }
  | { readonly kind: 'accepted_values'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'relationships'; readonly to: string; readonly field: string };

/** A documented column. `type` as DuckDB's DESCRIBE prints it; `unit` null where the column is no number. */
export type Column = {
  readonly name: string;
  readonly type: string;
  readonly unit: string | null;
  readonly description: string;
  readonly tests: readonly ColumnTest[];
};

/** A row-wise test: the expression is true of every row. Null is not true. */
export type RowTest = { readonly name: string; readonly expression: string };

/** What a table promises. Plain data: it survives JSON. */
export type Contract = {
  readonly description: string;
  readonly version: number;
  /** Columns that together identify a row (two nulls are the same); empty: rows have no key. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  readonly tests: readonly RowTest[];
  /** Whether the table goes into the edition. */
  readonly published: boolean;
  /** Whether the table is kept only while a run needs it, so that it is never written to disk; else it stays. */
  readonly temporary?: boolean | undefined;
  readonly tags: readonly string[];
};

/** A contract that stands in a YAML file, not read yet: most runs need only its hash. */
export type ContractFile = {
  readonly kind: 'contract_file';
  readonly path: string;
  /** How errors name the file. */
  readonly name: string;
  readonly sha256: string;
};

/** A contract, the unit tests beside it, and where each field stands, for errors. */
export type LocatedContract = {
  readonly contract: Contract;
  /** Of the model, not of the table: nothing that reads the table needs them. */
  readonly unitTests: readonly UnitTest[];
  /** `sql/check/claims.yml:12: columns.item`. */
  at(path: readonly PropertyKey[]): string;
};

/** Grows when the schema of contracts changes, so that contracts remembered by an older Candor are read again. */
const SCHEMA = 2;

const NUMERIC = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL\(\d+,\d+\))(\[\d*\])*$/;

/** Whether a DuckDB type is a number, or a list of numbers: such columns have a unit. */
export function isNumeric(type: string): boolean {
  return NUMERIC.test(type);
}

/** sha256 (hex) by which two contracts are the same. */
export function contractHash(contract: Contract | ContractFile): string {
  const content = 'kind' in contract ? contract.sha256 : JSON.stringify(contract);
  return createHash('sha256')
    .update(JSON.stringify([SCHEMA, content]))
    .digest('hex');
}
