import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';
import type { Database } from '../dag/database.ts';

/** A table as its comments in `edition.duckdb` describe it. */
export type DescribedTable = {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly {
    readonly name: string;
    readonly unit?: string | null | undefined;
    readonly description: string;
  }[];
};

/**
 * What `edition.duckdb` holds besides rows: comments on tables and columns, and the macros `wilson_lower(k, n)` and
 * `wilson_upper(k, n)` at the confidence of the edition, so that any DuckDB client can slice with intervals. Macros
 * and no functions of ours: those would fail in any other client.
 *
 * @param target the attached database that has the tables
 */
export function catalogueSql(target: string, tables: readonly DescribedTable[], confidence: number): string {
  return [...tables.map(table => comments(target, table)), wilsonMacros(target, confidence)].join('\n');
}

/** Everything of an attached database's catalogue but the tables: one line an object, sorted. */
export async function readCatalogue(database: Database, target: string): Promise<string[]> {
  const name = quotedString(target);
  const rows = await database.rows<{ line: string }>(`
    select 'comment on ' || table_name || ': ' || comment as line from duckdb_tables() where database_name = ${name} and comment is not null
    union all
    select 'comment on ' || table_name || '.' || column_name || ': ' || comment from duckdb_columns() where database_name = ${name} and comment is not null
    union all
    select function_type || ' ' || schema_name || '.' || function_name || '(' || array_to_string(parameters, ', ') || '): ' || coalesce(macro_definition, '')
    from duckdb_functions() where database_name = ${name} and not internal
    union all
    select 'view ' || schema_name || '.' || view_name from duckdb_views() where database_name = ${name} and not internal
    union all
    select 'sequence ' || schema_name || '.' || sequence_name from duckdb_sequences() where database_name = ${name}
    union all
    select 'type ' || schema_name || '.' || type_name from duckdb_types() where database_name = ${name} and not internal
    union all
    select 'index ' || schema_name || '.' || index_name from duckdb_indexes() where database_name = ${name}
    union all
    select 'schema ' || schema_name from duckdb_schemas() where database_name = ${name} and not internal
    order by line`);
  return rows.map(row => row.line);
}

function comments(target: string, table: DescribedTable): string {
  const name = `${quotedIdentifier(target)}.main.${quotedIdentifier(table.name)}`;
  const columns = table.columns.map(column => {
    const unit = column.unit && column.unit !== 'none' ? ` [${column.unit}]` : '';
    return `comment on column ${name}.${quotedIdentifier(column.name)} is ${quotedString(column.description + unit)};`;
  });
  return [`comment on table ${name} is ${quotedString(table.description)};`, ...columns].join('\n');
}

/** Wilson 1927, the score interval: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n). Null where n is 0. */
function wilsonMacros(target: string, confidence: number): string {
  const z = `${-normalQuantile((1 - confidence) / 2, 0, 1)}::double`;
  const bound = (sign: '+' | '-') => `
    case when n > 0 then greatest(0::double, least(1::double,
      (k::double / n + ${z} * ${z} / (2 * n) ${sign} ${z} * sqrt(k::double / n * (1 - k::double / n) / n + ${z} * ${z} / (4 * n::double * n)))
      / (1 + ${z} * ${z} / n))) end`;
  const macro = (name: string) => `create macro ${quotedIdentifier(target)}.main.${name}(k, n)`;
  return `
    ${macro('wilson_lower')} as if(k = 0, if(n > 0, 0::double, null), ${bound('-')});
    ${macro('wilson_upper')} as if(k = n, if(n > 0, 1::double, null), ${bound('+')});`;
}
