import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import { type Column, type ColumnType, columnTypeText, parseColumnType } from './column_type.ts';

/** The formats in which a table is published. */
export const tableFormats = ['parquet', 'csv', 'json'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A JSON number keeps every decimal of so many digits, whatever reads it as a double. */
const EXACT_DIGITS = 15;

/** The longest row of a file, in bytes. */
const LONGEST_ROW = 16 * 1024 * 1024;

/**
 * The options of `copy … to 'file' (…)` for a format. Files are the same bytes for the same rows in the same order.
 *
 * @example copy (select ${copySelect(columns, 'csv')} from claims order by …) to 'claims.csv' ${copyOptions('csv')}
 */
export function copyOptions(format: TableFormat): string {
  switch (format) {
    case 'parquet':
      return '(format parquet, compression zstd)';
    case 'csv':
      return "(format csv, header true, delimiter ',', quote '\"', escape '\"', nullstr '')";
    case 'json':
      return '(format json, array true)';
  }
}

/**
 * The select list that writes a table in a format without loss, so that {@link readRelation} reads back the same values.
 * - Parquet: as they are; 128-bit integers, which Parquet lacks, as text.
 * - JSON: 128-bit integers and decimals of more than 15 digits as text; doubles that are no numbers as "NaN", "Infinity", "-Infinity".
 * - CSV: lists and structs as their JSON.
 * - CSV and JSON: timestamps in ISO 8601 with Z.
 */
export function copySelect(columns: readonly Column[], format: TableFormat): string {
  return columns
    .map(column => {
      const name = quotedIdentifier(column.name);
      const type = parseColumnType(column.type, column.name);
      const value = writtenColumn(name, type, format);
      return value === name ? name : `${value} as ${name}`;
    })
    .join(', ');
}

/**
 * A SQL relation (a subquery in brackets) that reads a file written with {@link copySelect} back, every column of its declared type.
 *
 * @param path the file; every character is taken as it is
 */
export function readRelation(path: string, format: TableFormat, columns: readonly Column[]): string {
  const file = quotedString(literalGlob(path));
  const types = columns.map(({ name, type }) => ({ name, type: parseColumnType(type, name) }));
  const stored = types
    .map(({ name, type }) => `${quotedString(name)}: ${quotedString(storedType(type, format))}`)
    .join(', ');
  const selected = types.map(({ name, type }) => readColumn(name, type, format)).join(', ');
  switch (format) {
    case 'parquet': {
      // all columns of the file, so that one too many is noticed
      const replaced = types.filter(({ type }) => has128Bits(type));
      const replace = replaced.map(({ name, type }) => readColumn(name, type, format)).join(', ');
      const list = replaced.length > 0 ? `* replace (${replace})` : '*';
      return `(select ${list} from read_parquet(${file}, hive_partitioning = false))`;
    }
    case 'csv':
      return `(select ${selected} from read_csv(${file}, columns = {${stored}}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, max_line_size = ${LONGEST_ROW}, hive_partitioning = false))`;
    case 'json':
      return `(select ${selected} from read_json(${file}, columns = {${stored}}, format = 'array', maximum_object_size = ${LONGEST_ROW}, hive_partitioning = false))`;
  }
}

/** SQL for the names that the rows of a JSON file give their fields: one list `names` for every kind of row. */
export function jsonFieldNames(path: string): string {
  const file = quotedString(literalGlob(path));
  return `select distinct json_keys(json) as names from read_json_objects(${file}, format = 'array', maximum_object_size = ${LONGEST_ROW})`;
}

/** DuckDB takes a path as a pattern; a class of one character stands for that character. */
function literalGlob(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}

function writtenColumn(value: string, type: ColumnType, format: TableFormat): string {
  if (format === 'parquet') return has128Bits(type) ? `(${value})::${storedType(type, format)}` : value;
  if (format === 'json') return jsonValue(value, type, 0);
  if (type.kind === 'list' || type.kind === 'struct') return `to_json(${jsonValue(value, type, 0)})`;
  return type.kind === 'scalar' && type.name === 'TIMESTAMP' ? isoTimestamp(value) : value;
}

/** An expression of the value that the database's JSON writer writes without loss. */
function jsonValue(value: string, type: ColumnType, depth: number): string {
  switch (type.kind) {
    case 'integer':
      return has128Bits(type) ? `(${value})::varchar` : value;
    case 'decimal':
      return type.width > EXACT_DIGITS ? `(${value})::varchar` : value;
    case 'scalar':
      if (type.name === 'TIMESTAMP') return isoTimestamp(value);
      return type.name === 'DOUBLE' ? jsonDouble(value) : value;
    case 'list': {
      const item = `item_${depth}`;
      const inner = jsonValue(item, type.element, depth + 1);
      return inner === item ? value : `list_transform(${value}, lambda ${item}: ${inner})`;
    }
    case 'struct': {
      const fields = type.fields.map(field => {
        const extracted = `struct_extract(${value}, ${quotedString(field.name)})`;
        return { name: field.name, extracted, inner: jsonValue(extracted, field.type, depth) };
      });
      if (fields.every(field => field.inner === field.extracted)) return value;
      const packed = fields.map(({ name, inner }) => `${quotedIdentifier(name)} := ${inner}`).join(', ');
      return `case when ${value} is null then null else struct_pack(${packed}) end`;
    }
  }
}

function jsonDouble(value: string): string {
  return `case when ${value} is null then null when isfinite(${value}) then to_json(${value}) when isnan(${value}) then to_json('NaN') when ${value} > 0 then to_json('Infinity') else to_json('-Infinity') end`;
}

function isoTimestamp(value: string): string {
  return `rtrim(rtrim(strftime(${value}, '%Y-%m-%dT%H:%M:%S.%f'), '0'), '.') || 'Z'`;
}

function readColumn(name: string, type: ColumnType, format: TableFormat): string {
  const column = quotedIdentifier(name);
  const declared = columnTypeText(type);
  const stored = storedType(type, format);
  if (stored === declared) return column;
  return stored === 'VARCHAR' && format === 'csv'
    ? `${column}::json::${declared} as ${column}`
    : `${column}::${declared} as ${column}`;
}

/** The type as which the file's reader takes the column. */
function storedType(type: ColumnType, format: TableFormat): string {
  if (format === 'csv')
    return type.kind === 'list' || type.kind === 'struct' ? 'VARCHAR' : columnTypeText(type);
  return columnTypeText(format === 'parquet' ? with128BitsAsText(type) : type);
}

function has128Bits(type: ColumnType): boolean {
  switch (type.kind) {
    case 'integer':
      return type.name === 'HUGEINT' || type.name === 'UHUGEINT';
    case 'list':
      return has128Bits(type.element);
    case 'struct':
      return type.fields.some(field => has128Bits(field.type));
    default:
      return false;
  }
}

function with128BitsAsText(type: ColumnType): ColumnType {
  switch (type.kind) {
    case 'integer':
      return has128Bits(type) ? { kind: 'scalar', name: 'VARCHAR' } : type;
    case 'list':
      return { kind: 'list', element: with128BitsAsText(type.element) };
    case 'struct':
      return {
        kind: 'struct',
        fields: type.fields.map(field => ({ name: field.name, type: with128BitsAsText(field.type) })),
      };
    default:
      return type;
  }
}
