import { didYouMean } from '../config/nearest.ts';
import type { YamlFile } from '../config/yaml_file.ts';
import { misuse } from '../failure.ts';
import { compileType } from './column_type.ts';
import type { Contract } from './contract.ts';
import { literalFits } from './literal_fits.ts';
import type { Column, Literal, Table } from './world.ts';

type Source = YamlFile<Contract>;

/** A state table of a contract, its key as positions. */
export function compileTable(source: Source, name: string, table: Contract['state'][string]): Table {
  const path = ['state', name, 'columns'];
  const columns = Object.entries(table.columns).map(([column, type], index) => ({
    name: column,
    type: compileType(source, type, [...path, column]),
    position: index + 1,
  }));
  for (const [index, { name: column }] of columns.entries()) {
    // to the engine, in which gates are written, the two are one
    const same = columns.slice(0, index).find(other => other.name.toLowerCase() === column.toLowerCase());
    if (!same) continue;
    throw misuse(`${source.at([...path, column])}: differs from "${same.name}" in case alone; rename one`);
  }
  const compiled = { name, columns, key: table.key ?? [] };
  const keyPositions = compiled.key.map(
    (column, i) =>
      findColumn(source, { ...compiled, keyPositions: [] }, column, ['state', name, 'key', i]).position,
  );
  return { ...compiled, keyPositions };
}

/** @throws Failure 2 naming the nearest table */
export function findTable(
  source: Source,
  tables: readonly Table[],
  name: string,
  path: readonly PropertyKey[],
): Table {
  const table = tables.find(candidate => candidate.name === name);
  if (table) return table;
  const known = tables.map(candidate => candidate.name);
  throw misuse(`${source.at(path)}: unknown table "${name}"${didYouMean(name, known)}`);
}

/** @throws Failure 2 naming the nearest column */
export function findColumn(source: Source, table: Table, name: string, path: readonly PropertyKey[]): Column {
  const column = table.columns.find(candidate => candidate.name === name);
  if (column) return column;
  const known = table.columns.map(candidate => candidate.name);
  throw misuse(`${source.at(path)}: table "${table.name}" has no column "${name}"${didYouMean(name, known)}`);
}

/** @throws Failure 2 for a literal that no value of the column equals */
export function refuseMisfit(
  source: Source,
  column: Column,
  literal: Literal,
  path: readonly PropertyKey[],
): void {
  if (literalFits(literal, column.type)) return;
  throw misuse(`${source.at(path)}: ${JSON.stringify(literal)} is no value of type ${column.type.name}`);
}
