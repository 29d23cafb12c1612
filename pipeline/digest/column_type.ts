import { misuse } from '../failure.ts';

const integers = [
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'HUGEINT',
  'UTINYINT',
  'USMALLINT',
  'UINTEGER',
  'UBIGINT',
  'UHUGEINT',
] as const;
const scalars = [...integers, 'DOUBLE', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'VARCHAR'] as const;

type Integer = (typeof integers)[number];
type Field = { readonly name: string; readonly type: ColumnType };

/** A type of a published column: what has one canonical text for each value. */
export type ColumnType =
  | { readonly kind: 'scalar'; readonly name: Exclude<(typeof scalars)[number], Integer> }
  | { readonly kind: 'integer'; readonly name: Integer }
  | { readonly kind: 'decimal'; readonly width: number; readonly scale: number }
  | { readonly kind: 'list'; readonly element: ColumnType }
  | { readonly kind: 'struct'; readonly fields: readonly Field[] };

/** A column of a published table: its name and its type as DuckDB writes it. */
export type Column = { readonly name: string; readonly type: string };

/**
 * Reads a type as DuckDB writes it, in any case: `BIGINT`, `DECIMAL(18,4)`, `VARCHAR[]`, `STRUCT(a DATE, "b c" DOUBLE)[]`.
 *
 * @param where what has the type, for the message
 * @throws Failure 2 for a type whose values have no canonical text
 */
export function parseColumnType(text: string, where: string): ColumnType {
  const scanner = { text, at: 0 };
  const type = readType(scanner);
  skipSpace(scanner);
  if (type === undefined || scanner.at < text.length) {
    throw misuse(
      `${where}: type ${text} cannot be published; cast it to an integer, DECIMAL, DOUBLE, BOOLEAN, DATE, TIMESTAMP, VARCHAR, or a list or struct of these`,
    );
  }
  return type;
}

/** The canonical text of a type, which is also valid SQL: upper case, every field name quoted. */
export function columnTypeText(type: ColumnType): string {
  switch (type.kind) {
    case 'integer':
    case 'scalar':
      return type.name;
    case 'decimal':
      return `DECIMAL(${type.width},${type.scale})`;
    case 'list':
      return `${columnTypeText(type.element)}[]`;
    case 'struct':
      return `STRUCT(${type.fields.map(field => `"${field.name.replaceAll('"', '""')}" ${columnTypeText(field.type)}`).join(', ')})`;
  }
}

type Scanner = { readonly text: string; at: number };

function readType(scanner: Scanner): ColumnType | undefined {
  let type = readBase(scanner);
  while (type && take(scanner, /\[\]/y)) type = { kind: 'list', element: type };
  return type;
}

function readBase(scanner: Scanner): ColumnType | undefined {
  if (take(scanner, /struct\s*\(/iy)) return readStruct(scanner);
  const decimal = take(scanner, /decimal\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)/iy);
  if (decimal) return { kind: 'decimal', width: Number(decimal[1]), scale: Number(decimal[2]) };
  const word = take(scanner, /[a-z]+(?![\w ]*with time zone)/iy)?.[0].toUpperCase();
  const integer = integers.find(name => name === word);
  if (integer) return { kind: 'integer', name: integer };
  const scalar = scalars.find((name): name is Exclude<typeof name, Integer> => name === word);
  return scalar && { kind: 'scalar', name: scalar };
}

function readStruct(scanner: Scanner): ColumnType | undefined {
  const fields: Field[] = [];
  do {
    const name = take(scanner, /"((?:[^"]|"")*)"|([\p{L}_][\p{L}\p{N}_]*)/uy);
    const type = name && readType(scanner);
    if (!type) return undefined;
    fields.push({ name: name[2] ?? (name[1] ?? '').replaceAll('""', '"'), type });
  } while (take(scanner, /,/y));
  return take(scanner, /\)/y) ? { kind: 'struct', fields } : undefined;
}

function take(scanner: Scanner, pattern: RegExp): RegExpExecArray | undefined {
  skipSpace(scanner);
  pattern.lastIndex = scanner.at;
  const match = pattern.exec(scanner.text);
  if (match) scanner.at = pattern.lastIndex;
  return match ?? undefined;
}

function skipSpace(scanner: Scanner): void {
  while (scanner.text[scanner.at] === ' ') scanner.at += 1;
}
