import { quotedString } from '@duckdb/node-api';
import { misuse, refusal } from '../../failure.ts';
import type { LocatedUnitTest } from '../contract/unit_test.ts';
import type { Database } from '../database.ts';
import type { PlannedNode } from '../plan.ts';
import type { Input } from './read_unit_test.ts';
import { type TypedRows, typedValue } from './typed_rows.ts';

/** What was run, and what DuckDB said. */
export type Broken = {
  readonly inputs: readonly Input[];
  readonly expected: TypedRows;
  readonly cause: Error;
};

/**
 * Why the query of a unit test cannot run: a value that is not of its column's type, or else the model itself.
 *
 * @returns the failure to throw; what DuckDB threw where nothing can be built any more
 */
export async function explainBroken(
  database: Database,
  node: PlannedNode,
  { index, at }: LocatedUnitTest,
  { inputs, expected, cause }: Broken,
): Promise<Error> {
  if (/^(INTERRUPT|FATAL|INTERNAL|Out of Memory)/i.test(cause.message)) return cause;
  const place = ['unit_tests', index, 'expect', 'rows'];
  for (const given of [...inputs, { ...expected, place }]) {
    for (const [position, row] of given.rows.entries()) {
      for (const { name, type } of given.columns) {
        const text = row.get(name);
        if (text === undefined || text === null || (await fits(database, text, type))) continue;
        return misuse(`${at([...given.place, position, name])}: ${JSON.stringify(text)} is no ${type}`, {
          cause,
        });
      }
    }
  }
  const compiled = node.compiledPath === null ? '' : `${node.compiledPath}: `;
  return refusal(`${at(['unit_tests', index])}: cannot run: ${compiled}${cause.message}`, { cause });
}

async function fits(database: Database, text: string, type: string): Promise<boolean> {
  return database.rows(`select ${typedValue(quotedString(text), type)}`).then(
    () => true,
    () => false,
  );
}
