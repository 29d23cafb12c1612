import { queryEdition } from '../explore/query_edition.ts';
import { misuse } from '../failure.ts';
import type { Values } from './values.ts';

/** `candor sql "select …"`: the rows of a query on an edition, as a table, JSON or CSV. */
export async function sql(operands: readonly string[], values: Values): Promise<number> {
  const [query, ...more] = operands;
  if (query === undefined || more.length > 0) throw misuse('candor sql: give one query, in quotes');
  if (values.json && values.csv) throw misuse('candor sql: --json and --csv: give one of them');
  const format = values.json ? 'json' : values.csv ? 'csv' : 'table';
  process.stdout.write(await queryEdition(String(values.edition ?? 'exports/latest'), query, format));
  return 0;
}
