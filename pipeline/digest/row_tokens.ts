import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import { type Column, type ColumnType, parseColumnType } from './column_type.ts';

/**
 * A SQL expression for the canonical text of a row: for each column in order `length:text,`, or `-,` for NULL, the length in bytes of UTF-8.
 * The text of each type: FORMAT.md.
 *
 * @param where the table, for the messages of values that have no canonical text
 */
export function rowTokens(columns: readonly Column[], where: string): string {
  return columns
    .map(column => {
      const place = `${where}.${column.name}`;
      return token(quotedIdentifier(column.name), parseColumnType(column.type, place), place, 0);
    })
    .join('\n  || ');
}

function token(value: string, type: ColumnType, where: string, depth: number): string {
  const text = canonicalText(value, type, where, depth);
  return `case when ${value} is null then '-,' else strlen(${text}) || ':' || ${text} || ',' end`;
}

function canonicalText(value: string, type: ColumnType, where: string, depth: number): string {
  switch (type.kind) {
    case 'integer':
      return `(${value})::varchar`;
    case 'decimal':
      return decimalText(value, type);
    case 'list': {
      const item = `item_${depth}`;
      return `array_to_string(list_transform(${value}, lambda ${item}: ${token(item, type.element, where, depth + 1)}), '')`;
    }
    case 'struct':
      return `(${type.fields
        .map(field =>
          token(
            `struct_extract(${value}, ${quotedString(field.name)})`,
            field.type,
            `${where}.${field.name}`,
            depth,
          ),
        )
        .join(' || ')})`;
    case 'scalar':
      return scalarText(value, type.name, where);
  }
}

/** DuckDB leaves out the zero before the point where every digit is a fraction's: `.050` for DECIMAL(3,3). */
function decimalText(value: string, type: { width: number; scale: number }): string {
  const text = `(${value})::varchar`;
  if (type.scale === 0 || type.width > type.scale) return text;
  return `regexp_replace(${text}, '^(-?)\\.', '\\10.')`;
}

function scalarText(value: string, name: (ColumnType & { kind: 'scalar' })['name'], where: string): string {
  switch (name) {
    case 'VARCHAR':
      return value;
    case 'BOOLEAN':
      return `(${value})::varchar`;
    case 'DOUBLE':
      // one NaN, one zero: signs and payloads of these do not survive text formats
      return `case when isnan(${value}) then '7ff8000000000000' when ${value} = 0 then '0000000000000000' else lower(hex((${value})::bit::blob)) end`;
    case 'DATE':
      return `case when year(${value}) between 1 and 9999 then (${value})::varchar else ${outOfRange(value, where)} end`;
    case 'TIMESTAMP':
      return `case when year(${value}) between 1 and 9999 then epoch_us(${value})::varchar else ${outOfRange(value, where)} end`;
  }
}

function outOfRange(value: string, where: string): string {
  return `error(${quotedString(`${where}: `)} || (${value})::varchar || ' lies outside the years 1 to 9999; make it NULL or leave the row out')`;
}
