import type { YamlFile } from '../config/yaml_file.ts';
import { misuse } from '../failure.ts';
import type { Contract } from './contract.ts';
import type { ColumnType } from './world.ts';

type Source = YamlFile<Contract>;

/** A type as the contract's schema lets it be written: `decimal(10,2)`. */
export function columnType(text: string): ColumnType {
  const name = text.replaceAll(' ', '');
  const list = /^list\((.*)\)$/.exec(text);
  if (list) return { name, kind: 'list', of: columnType(list[1] ?? '') };
  const decimal = /^decimal\(\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(text);
  if (decimal) return { name, kind: 'decimal', precision: Number(decimal[1]), scale: Number(decimal[2]) };
  return { name, kind: text as ColumnType['kind'] };
}

/** @throws Failure 2 for a decimal of more digits than the engine has */
export function compileType(source: Source, text: string, path: readonly PropertyKey[]): ColumnType {
  const type = columnType(text);
  const { kind, precision = 0, scale = 0 } = type.of ?? type;
  if (kind === 'decimal' && !(precision <= 38 && scale <= precision)) {
    throw misuse(`${source.at(path)}: ${text}: at most 38 digits, the scale within them`);
  }
  return type;
}

/** @throws Failure 2 for a list, which is no identity */
export function refuseList(source: Source, type: ColumnType, path: readonly PropertyKey[]): void {
  if (type.kind !== 'list') return;
  throw misuse(`${source.at(path)}: an identity is never a list; use a scalar column`);
}
