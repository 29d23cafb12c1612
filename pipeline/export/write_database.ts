import { join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Database } from '../dag/database.ts';
import { type PublishedTable, totalOrder } from './published_table.ts';

/**
 * Writes `edition.duckdb`: the same tables with comments on tables and columns, and the macros `wilson_lower(k, n)`
 * and `wilson_upper(k, n)` at the confidence of the edition, so that any DuckDB client can slice with intervals.
 * Macros and no functions of ours: those would fail in any other client.
 */
export async function writeDatabase(
  database: Database,
  tables: readonly PublishedTable[],
  confidence: number,
  folder: string,
): Promise<void> {
  await database.run(`attach ${quotedString(join(folder, 'edition.duckdb'))} as edition`);
  try {
    for (const table of tables) {
      const name = `edition.main.${quotedIdentifier(table.name)}`;
      await database.run(
        `create table ${name} as from main.${quotedIdentifier(table.name)} ${totalOrder(table)}`,
      );
      await database.run(comments(name, table));
    }
    await database.run(wilsonMacros(confidence));
  } finally {
    await database.run('detach edition');
  }
}

function comments(name: string, table: PublishedTable): string {
  const columns = table.columns.map(column => {
    const unit = column.unit && column.unit !== 'none' ? ` [${column.unit}]` : '';
    return `comment on column ${name}.${quotedIdentifier(column.name)} is ${quotedString(column.description + unit)};`;
  });
  return [`comment on table ${name} is ${quotedString(table.contract.description)};`, ...columns].join('\n');
}

/** Wilson 1927, the score interval: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n). Null where n is 0. */
function wilsonMacros(confidence: number): string {
  const z = `${normalQuantile(1 - (1 - confidence) / 2, 0, 1)}::double`;
  const bound = (sign: '+' | '-') => `
    case when n > 0 then greatest(0::double, least(1::double,
      (k::double / n + ${z} * ${z} / (2 * n) ${sign} ${z} * sqrt(k::double / n * (1 - k::double / n) / n + ${z} * ${z} / (4 * n::double * n)))
      / (1 + ${z} * ${z} / n))) end`;
  return `
    create macro edition.main.wilson_lower(k, n) as if(k = 0, if(n > 0, 0::double, null), ${bound('-')});
    create macro edition.main.wilson_upper(k, n) as if(k = n, if(n > 0, 1::double, null), ${bound('+')});`;
}
