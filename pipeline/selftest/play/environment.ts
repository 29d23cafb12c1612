import type { Table, Tool, Value, ValuePath, World } from '../../worlds/world.ts';
import type { Call, Cell, Row, State } from '../tasks/world_script.ts';

/**
 * What goes wrong with a call.
 * - silent: reports success, changes nothing.
 * - phantom: reports failure, and changes the state.
 * - refused: reports failure, changes nothing.
 * - unclear: says neither, changes nothing.
 * - unmet: reports success, but not the one that the contract demands (`ok_when`), and changes nothing.
 */
export type Fault = 'silent' | 'phantom' | 'refused' | 'unclear' | 'unmet';

export type LoggedCall = {
  readonly seq: number;
  readonly tool: string;
  readonly args: Row;
  /** null: the tool said neither. */
  readonly ok: boolean | null;
  readonly result: unknown;
};

/** A simulated world: tools that do what their contract says, and a log of what they answered. */
export type Environment = {
  readonly world: World;
  readonly initial: State;
  readonly state: State;
  readonly log: readonly LoggedCall[];
  /** Rows that calls of the agent wrote or removed with success, by table. */
  readonly own: State;
  call(call: Call, fault?: Fault): LoggedCall;
  /** A change that no call made: somebody else's. */
  intervene(table: string, change: (rows: readonly Row[]) => readonly Row[]): void;
};

/** @throws Error for a call of a tool whose table the world does not have */
export function openEnvironment(world: World, initial: State): Environment {
  const state: Record<string, readonly Row[]> = { ...initial };
  const own: Record<string, readonly Row[]> = {};
  const log: LoggedCall[] = [];
  const answer = (call: Call, ok: boolean | null, result: unknown) => {
    const logged = { seq: log.length + 1, tool: call.tool, args: call.args, ok, result };
    log.push(logged);
    return logged;
  };
  return {
    world,
    initial,
    state,
    log,
    own,
    call(call, fault) {
      const tool = world.tools.find(candidate => candidate.name === call.tool);
      if (!tool) return answer(call, true, { checked: true });
      const table = tableOf(world, tool.table);
      const rows = state[table.name] ?? [];
      if (tool.effect === 'reads') return answer(call, true, shown(tool, rows, call.args));
      const row = writtenRow(tool, call.args);
      const { after, touched } = tool.effect === 'writes' ? write(table, rows, row) : remove(rows, row);
      if (fault === undefined || fault === 'phantom') state[table.name] = after;
      const told = fault === undefined || fault === 'silent';
      const ok = fault === 'unclear' ? null : told || fault === 'unmet';
      if (told) own[table.name] = [...(own[table.name] ?? []), ...touched];
      return answer(call, ok, ok === null ? {} : said(tool, told));
    },
    intervene(table, change) {
      state[table] = change(state[table] ?? []);
    },
  };
}

export function tableOf(world: World, name: string): Table {
  const table = world.tables.find(candidate => candidate.name === name);
  if (!table) throw new Error(`${world.name} has no table ${name}`);
  return table;
}

/** Whether every field of the pattern is the same in the row. */
export function matches(row: Row, pattern: Row): boolean {
  return Object.entries(pattern).every(([name, value]) => row[name] === value);
}

/** The tables that are not as they were: what a final state has to hold, for the others are as in the initial one. */
export function changedTables({ initial, state }: Environment): State {
  return Object.fromEntries(Object.entries(state).filter(([name, rows]) => rows !== initial[name]));
}

function write(table: Table, rows: readonly Row[], row: Row) {
  const key = Object.fromEntries(table.key.map(name => [name, row[name] ?? null]));
  const kept = table.key.length > 0 ? rows.filter(other => !matches(other, key)) : rows;
  return { after: [...kept, row], touched: [row] };
}

function remove(rows: readonly Row[], pattern: Row) {
  return {
    after: rows.filter(row => !matches(row, pattern)),
    touched: rows.filter(row => matches(row, pattern)),
  };
}

/** The row that a call of a writing tool makes. */
export function writtenRow(tool: Tool, args: Row): Row {
  return Object.fromEntries(tool.row.map(field => [field.name, given(field, args)]));
}

function given({ path, literal }: Value, args: Row): Cell {
  if (path === null) return literal;
  return args[path.names[0] ?? ''] ?? null;
}

function shown(tool: Tool, rows: readonly Row[], args: Row): unknown {
  const narrowed = (tool.scope ?? []).flatMap((field): [string, Cell][] => {
    const value = given(field, args);
    return value === null ? [] : [[field.name, value]];
  });
  const found = rows.filter(row => matches(row, Object.fromEntries(narrowed)));
  return tool.rows ? at(tool.rows, found) : found;
}

/** A result in which the paths that mean success lead to what they should, or to something else. */
function said(tool: Tool, ok: boolean): unknown {
  return tool.okWhen.reduce<unknown>(
    (result, { path, literal }) => merge(result, at(path, ok ? literal : 'refused')),
    { done: ok },
  );
}

function at(path: ValuePath, value: unknown): unknown {
  return path.names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function merge(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) merged[name] = merge(merged[name], value);
  return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
