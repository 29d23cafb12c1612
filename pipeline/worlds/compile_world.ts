import { dirname, join } from 'node:path';
import { readYamlFile, type YamlFile } from '../config/yaml_file.ts';
import { misuse } from '../failure.ts';
import { columnType, compileType, refuseList } from './column_type.ts';
import { compileTable, findColumn, findTable, refuseMisfit } from './compile_table.ts';
import { type Contract, contractSchema } from './contract.ts';
import { logFields } from './log_fields.ts';
import type { Field, List, Literal, Table, Tool, Value, ValuePath, World } from './world.ts';

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
  const partIdentity = compileIdentity(source, contract.parts);
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
    place: source.at(['gates', name]),
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
    place: source.at(['world']),
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
    logFields: logFields(tools, lists),
    spokenTables: [...new Set(tools.map(tool => tool.table))],
  };
}

/** Without parts a task has one, its own id. */
function compileIdentity(source: Source, parts: Contract['parts']): Field[] {
  if (!parts) return [{ name: 'task', type: columnType('text') }];
  return Object.entries(parts.identity).map(([name, text]) => {
    const path = ['parts', 'identity', name];
    const type = compileType(source, text, path);
    refuseList(source, type, path);
    return { name, type };
  });
}

function resolveDone(
  source: Source,
  tables: readonly Table[],
  name: string,
  identity: readonly Field[],
): number[] {
  const table = findTable(source, tables, name, ['parts', 'done', 'table']);
  return identity.map(field => {
    const path = ['parts', 'identity', field.name];
    const column = findColumn(source, table, field.name, path);
    if (column.type.name === field.type.name) return column.position;
    throw misuse(
      `${source.at(path)}: ${field.type.name} here and ${column.type.name} in table "${name}"; give it one type`,
    );
  });
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
  const identity = list.identity.map((text, i) => {
    const path = ['report', name, 'identity', i];
    const column = findColumn(source, table, text, path);
    refuseList(source, column.type, path);
    return { ...column, path: null };
  });
  const where = Object.entries(list.where ?? {}).map(([text, value]) => {
    const path = ['report', name, 'where', text];
    const column = findColumn(source, table, text, path);
    refuseMisfit(source, column, value, path);
    return { ...column, value };
  });
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
    Object.entries(values).map(([text, value]) => {
      const path = [...base, key, text];
      const column = findColumn(source, table, text, path);
      if (typeof value !== 'string') refuseMisfit(source, column, value.value, path);
      return { ...column, ...compileValue(value) };
    });
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
