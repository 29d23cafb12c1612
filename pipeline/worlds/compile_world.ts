import { dirname, join } from 'node:path';
import { didYouMean } from '../config/nearest.ts';
import { readYamlFile, type YamlFile } from '../config/yaml_file.ts';
import { misuse } from '../failure.ts';
import { type Contract, contractSchema } from './contract.ts';
import type {
  Column,
  ColumnType,
  Field,
  List,
  Literal,
  Table,
  Tool,
  Value,
  ValuePath,
  World,
} from './world.ts';

type Source = YamlFile<Contract>;
type ListContract = Contract['report'][string];
type ToolContract = Contract['tools'][string];

/**
 * Reads a world contract and resolves every name in it.
 *
 * @param name how errors and the edition name the file
 * @throws Failure 2 naming file, line, field and the nearest name
 */
export async function readWorld(path: string, name = path): Promise<World> {
  return compileWorld(await readYamlFile(path, contractSchema, name));
}

/** Resolves the names of a contract: columns to positions, lists to their links, paths to steps. */
export function compileWorld(source: Source): World {
  const contract = source.value;
  const tables = Object.entries(contract.state).map(([name, table]) => compileTable(source, name, table));
  const partIdentity: Field[] = contract.parts
    ? Object.entries(contract.parts.identity).map(([name, type]) => ({ name, type: columnType(type) }))
    : [{ name: 'task', type: columnType('text') }];
  refuseLists(source, partIdentity, ['parts', 'identity']);
  const doneTable = contract.parts && 'table' in contract.parts.done ? contract.parts.done.table : null;
  const donePositions = doneTable ? resolveDone(source, tables, doneTable, partIdentity) : [];
  const tools = Object.entries(contract.tools).map(([name, tool]) => compileTool(source, tables, name, tool));
  const lists = Object.entries(contract.report)
    .filter(([, list]) => list.claims !== 'nothing')
    .map(([name, list], index) =>
      compileList(source, tables, { partIdentity, doneTable }, name, list, index + 1),
    );
  const gates = Object.entries(contract.gates).map(([name, gate]) => ({
    name,
    fails: gate.fails,
    file: join(dirname(source.file), 'gates', `${name}.sql`),
  }));
  const [duplicate] = lists.filter(list => list.claims === 'open_part').slice(1);
  if (duplicate)
    throw misuse(`${source.at(['report', duplicate.name])}: a second list of open parts; keep one`);
  return {
    name: contract.world,
    version: contract.version,
    description: contract.description,
    othersAct: contract.others_act,
    file: source.file,
    tables,
    partIdentity,
    hasParts: contract.parts !== undefined,
    partsByOutcome: doneTable === null,
    doneTable,
    donePositions,
    gates,
    partGates: gates.filter(gate => gate.fails === 'part').map(gate => gate.name),
    taskGates: gates.filter(gate => gate.fails === 'task').map(gate => gate.name),
    reportFields: ['status', ...Object.keys(contract.report).filter(field => field !== 'status')],
    lists,
    tools,
    spokenTables: [...new Set(tools.map(tool => tool.table))],
  };
}

function columnType(text: string): ColumnType {
  const name = text.replaceAll(' ', '');
  const list = /^list\((.*)\)$/.exec(text);
  if (list) return { name, kind: 'list', of: columnType(list[1] ?? '') };
  const decimal = /^decimal\(\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(text);
  if (decimal) return { name, kind: 'decimal', precision: Number(decimal[1]), scale: Number(decimal[2]) };
  return { name, kind: text as ColumnType['kind'] };
}

function compileTable(source: Source, name: string, table: Contract['state'][string]): Table {
  const columns = Object.entries(table.columns).map(([column, type], index) => {
    const compiled = columnType(type);
    const inner = compiled.of ?? compiled;
    if (
      inner.kind === 'decimal' &&
      !((inner.precision ?? 0) <= 38 && (inner.scale ?? 0) <= (inner.precision ?? 0))
    ) {
      throw misuse(
        `${source.at(['state', name, 'columns', column])}: ${type}: at most 38 digits, the scale within them`,
      );
    }
    return { name: column, type: compiled, position: index + 1 };
  });
  const compiled = { name, columns, key: table.key ?? [] };
  const keyPositions = compiled.key.map(
    (column, i) =>
      findColumn(source, { ...compiled, keyPositions: [] }, column, ['state', name, 'key', i]).position,
  );
  return { ...compiled, keyPositions };
}

function findTable(
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

function findColumn(source: Source, table: Table, name: string, path: readonly PropertyKey[]): Column {
  const column = table.columns.find(candidate => candidate.name === name);
  if (column) return column;
  const known = table.columns.map(candidate => candidate.name);
  throw misuse(`${source.at(path)}: table "${table.name}" has no column "${name}"${didYouMean(name, known)}`);
}

function refuseLists(source: Source, fields: readonly Field[], path: readonly PropertyKey[]): void {
  const list = fields.find(field => field.type.kind === 'list');
  if (list)
    throw misuse(`${source.at([...path, list.name])}: an identity is never a list; use a scalar column`);
}

function resolveDone(
  source: Source,
  tables: readonly Table[],
  name: string,
  identity: readonly Field[],
): number[] {
  const table = findTable(source, tables, name, ['parts', 'done', 'table']);
  return identity.map(
    field => findColumn(source, table, field.name, ['parts', 'identity', field.name]).position,
  );
}

type Parts = { partIdentity: readonly Field[]; doneTable: string | null };

function compileList(
  source: Source,
  tables: readonly Table[],
  parts: Parts,
  name: string,
  list: ListContract,
  position: number,
): List {
  if (name === 'status')
    throw misuse(`${source.at(['report', name])}: "status" is not a list; every report has it`);
  const base = {
    name,
    position,
    table: null,
    where: [],
    reasons: [],
    tool: null,
    linkPlaces: [],
    partPlaces: [],
  };
  switch (list.claims) {
    case 'open_part': {
      const identity = parts.partIdentity.map((field, i) => ({ ...field, position: i + 1, path: null }));
      if (identity.some(field => field.name === 'gate' || field.name === 'reason')) {
        throw misuse(
          `${source.at(['parts', 'identity'])}: "gate" and "reason" are words of the open list; rename the field`,
        );
      }
      const reasons = Object.entries(list.reasons).map(([reason, kind]) => ({ name: reason, kind }));
      return { ...base, claims: list.claims, severity: list.severity, identity, reasons };
    }
    case 'tool_call': {
      const identity = Object.entries(list.identity).map(([field, path], i) => ({
        name: field,
        type: columnType('text'),
        position: i + 1,
        path: valuePath(path),
      }));
      return { ...base, claims: list.claims, severity: list.severity, identity, tool: list.tool };
    }
    case 'change':
    case 'removal':
      return compileStateList(source, tables, parts, name, list, base);
    case 'nothing':
      throw new Error(`${name}: a list that claims nothing is not compiled`);
  }
}

function compileStateList(
  source: Source,
  tables: readonly Table[],
  parts: Parts,
  name: string,
  list: Extract<ListContract, { claims: 'change' | 'removal' }>,
  base: Omit<List, 'claims' | 'severity' | 'identity'>,
): List {
  const table = findTable(source, tables, list.table, ['report', name, 'table']);
  const identity = list.identity.map((column, i) => ({
    ...findColumn(source, table, column, ['report', name, 'identity', i]),
    path: null,
  }));
  refuseLists(source, identity, ['report', name]);
  const where = Object.entries(list.where ?? {}).map(([column, value]) => ({
    ...findColumn(source, table, column, ['report', name, 'where', column]),
    value,
  }));
  const partLinks = places(
    list.identity,
    parts.partIdentity.map(field => field.name),
  );
  const linkPlaces = partLinks.length ? partLinks : places(list.identity, table.key);
  const partPlaces = list.table === parts.doneTable && list.claims === 'change' ? partLinks : [];
  return {
    ...base,
    claims: list.claims,
    severity: list.severity,
    table: list.table,
    identity,
    where,
    linkPlaces,
    partPlaces,
  };
}

/** Where each of the wanted names stands in the identity, from 1; empty unless all of them do. */
function places(identity: readonly string[], wanted: readonly string[]): number[] {
  const found = wanted.map(name => identity.indexOf(name) + 1);
  return found.every(place => place > 0) ? found : [];
}

function compileTool(source: Source, tables: readonly Table[], name: string, tool: ToolContract): Tool {
  const base = ['tools', name];
  const okWhen = Object.entries(tool.ok_when ?? {}).map(([path, literal]) => ({
    path: valuePath(path),
    literal,
  }));
  const fields = (table: Table, values: Record<string, string | { value: Literal }>, key: string) =>
    Object.entries(values).map(([column, value]) => ({
      ...findColumn(source, table, column, [...base, key, column]),
      ...compileValue(value),
    }));
  if ('reads' in tool) {
    const table = findTable(source, tables, tool.reads, [...base, 'reads']);
    const scope = tool.scope ? fields(table, tool.scope, 'scope') : null;
    return { name, effect: 'reads', table: table.name, row: [], rows: valuePath(tool.rows), scope, okWhen };
  }
  const effect = 'writes' in tool ? 'writes' : 'removes';
  const table = findTable(source, tables, 'writes' in tool ? tool.writes : tool.removes, [...base, effect]);
  return {
    name,
    effect,
    table: table.name,
    row: fields(table, tool.row, 'row'),
    rows: null,
    scope: null,
    okWhen,
  };
}

function compileValue(value: string | { value: Literal }): Value {
  return typeof value === 'string'
    ? { path: valuePath(value), literal: null }
    : { path: null, literal: value.value };
}

function valuePath(text: string): ValuePath {
  const [, root, ...names] = text.split('.');
  return { root: root === 'args' ? 'args' : 'result', names };
}
