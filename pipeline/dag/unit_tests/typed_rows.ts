import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import type { Column } from '../contract/contract.ts';
import { isNested } from './given_value.ts';

/** Rows of texts for some columns, the texts as in `givenValue`. */
export type TypedRows = {
  readonly columns: readonly Column[];
  /** By name of the column; a column that a row lacks is null. */
  readonly rows: readonly ReadonlyMap<string, string | null>[];
};

/** A select, on one line, of rows whose columns have the types that a contract promises. */
export function typedRows({ columns, rows }: TypedRows): string {
  const given = columns.filter(({ name }) => rows.some(row => row.has(name)));
  const cells = columns.map(column =>
    given.includes(column)
      ? `${typedValue(quotedIdentifier(column.name), column.type)} as ${quotedIdentifier(column.name)}`
      : `cast(null as ${column.type}) as ${quotedIdentifier(column.name)}`,
  );
  const select = `select ${cells.join(', ')}`;
  if (rows.length === 0) return `${select} where false`;
  // rows that name no column at all are rows all the same
  const names = ['', ...given.map(({ name }) => name)];
  const values = rows.map(row => `(${names.map(name => literal(row.get(name) ?? null)).join(', ')})`);
  return `${select} from (values ${values.join(', ')}) as given(${names.map(name => quotedIdentifier(name || ' ')).join(', ')})`;
}

/** A text, as SQL, as a value of a type. */
export function typedValue(text: string, type: string): string {
  return isNested(type) ? `cast(cast(${text} as json) as ${type})` : `cast(${text} as ${type})`;
}

function literal(text: string | null): string {
  // a line break would shift the lines of errors in the model
  if (text === null) return 'cast(null as varchar)';
  return text.split('\n').map(quotedString).join(' || chr(10) || ');
}
