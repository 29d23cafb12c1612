import { didYouMean } from '../../config/nearest.ts';
import { misuse } from '../../failure.ts';
import type { Column } from '../contract/contract.ts';
import { isNumeric } from '../contract/contract.ts';
import type { GivenRow, LocatedUnitTest } from '../contract/unit_test.ts';
import type { Plan, PlannedNode } from '../plan.ts';
import { givenValue } from './given_value.ts';
import type { TypedRows } from './typed_rows.ts';

/** The rows that stand for a table; `place` is that of the rows in the YAML. */
export type Input = TypedRows & { readonly table: string; readonly place: readonly PropertyKey[] };

/** A test that can run: the model compiled, every table it reads given, every value of a type its column may have. */
export type ReadyTest = {
  readonly sql: string;
  readonly inputs: readonly Input[];
  readonly expected: TypedRows;
};

/**
 * Holds a unit test against its model: the inputs it reads, their columns, its own columns, the settings.
 *
 * @throws Failure 2 with file, line, field and the nearest name
 */
export function readUnitTest(plan: Plan, node: PlannedNode, located: LocatedUnitTest): ReadyTest {
  const { sql, upstream } = compiled(plan, node, located);
  return { sql, inputs: givenInputs(plan, node, upstream, located), expected: expectedRows(node, located) };
}

function compiled(plan: Plan, { id, work }: PlannedNode, { test, index, at }: LocatedUnitTest) {
  if (work.kind === 'source') throw misuse(`${at(['unit_tests'])}: ${id} is made by no SQL; remove them`);
  const settings = test.overrides?.settings ?? {};
  for (const name of Object.keys(settings)) {
    if (Object.hasOwn(plan.settings, name)) continue;
    const place = at(['unit_tests', index, 'overrides', 'settings', name]);
    throw misuse(`${place}: no such setting${didYouMean(name, Object.keys(plan.settings))}`);
  }
  return work.compiledWith(settings);
}

/** @throws Failure 2 for an input that the model reads and the test does not give: silence would be an empty table */
function givenInputs(
  plan: Plan,
  node: PlannedNode,
  reads: ReadonlySet<string>,
  located: LocatedUnitTest,
): Input[] {
  const { test, index, at } = located;
  const nameOf = new Map([...reads].map(id => [id, plan.nodes.get(id)?.name ?? id]));
  const inputs = new Map<string, Input>();
  test.given.forEach(({ input, rows }, position) => {
    const place = ['unit_tests', index, 'given', position];
    const id = inputId(plan, input);
    const read = plan.nodes.get(id ?? '');
    if (!read || !reads.has(read.id)) {
      const known = didYouMean(input, [...nameOf.values()].sort());
      throw misuse(`${at([...place, 'input'])}: ${node.id} does not read "${input}"${known}`);
    }
    if (inputs.has(read.id))
      throw misuse(`${at([...place, 'input'])}: "${input}" is given twice; join the rows`);
    const typed = typedCells(rows, read.columns, [...place, 'rows'], read.id, at);
    inputs.set(read.id, { table: read.name, place: [...place, 'rows'], columns: read.columns, rows: typed });
  });
  const absent = [...nameOf].filter(([id]) => !inputs.has(id)).map(([, name]) => name);
  if (absent.length > 0) {
    throw misuse(
      `${at(['unit_tests', index, 'given'])}: ${node.id} reads ${absent.sort().join(', ')} too; give the rows, [] for none`,
    );
  }
  return [...inputs.values()];
}

/** The node that `ref('claims')`, `ref('slices', v=1)` or `claims` names. */
function inputId(plan: Plan, input: string): string | undefined {
  const [, , quoted, version] = /^ref\(\s*(['"])(.*?)\1\s*(?:,\s*v\s*=\s*(\d+)\s*)?\)$/.exec(input) ?? [];
  return plan.catalogue.find(quoted ?? input, version === undefined ? undefined : Number(version))?.id;
}

function expectedRows(node: PlannedNode, { test, index, at }: LocatedUnitTest): TypedRows {
  const { rows, tolerance } = test.expect;
  const place = ['unit_tests', index, 'expect', 'rows'];
  const typed = typedCells(rows, node.columns, place, node.id, at);
  const [first = {}, ...others] = rows;
  const names = Object.keys(first);
  others.forEach((row, position) => {
    const own = Object.keys(row);
    if (own.length === names.length && own.every(name => names.includes(name))) return;
    throw misuse(
      `${at([...place, position + 1])}: names ${own.join(', ') || 'nothing'}, the first row ${names.join(', ') || 'nothing'}; every row names the columns that are compared, null where there is nothing`,
    );
  });
  // no rows at all: whatever comes is too much, so every column is shown
  const columns = rows.length === 0 ? node.columns : node.columns.filter(({ name }) => names.includes(name));
  for (const name of Object.keys(tolerance)) {
    const column = columns.find(candidate => candidate.name === name);
    const field = at(['unit_tests', index, 'expect', 'tolerance', name]);
    if (!column) {
      throw misuse(
        `${field}: no row names it${didYouMean(
          name,
          columns.map(candidate => candidate.name),
        )}`,
      );
    }
    if (!isNumeric(column.type)) throw misuse(`${field}: a ${column.type} is equal or not; leave it out`);
  }
  return { columns, rows: typed };
}

function typedCells(
  rows: readonly GivenRow[],
  columns: readonly Column[],
  place: readonly PropertyKey[],
  table: string,
  at: LocatedUnitTest['at'],
): ReadonlyMap<string, string | null>[] {
  return rows.map((row, position) => {
    const cells = Object.entries(row).map(([name, value]): [string, string | null] => {
      const field = at([...place, position, name]);
      const column = columns.find(candidate => candidate.name === name);
      if (!column) {
        const names = columns.map(candidate => candidate.name);
        throw misuse(`${field}: ${table} has no column "${name}"${didYouMean(name, names)}`);
      }
      const given = givenValue(value, column.type);
      if ('problem' in given) throw misuse(`${field}: ${given.problem}`);
      return [name, given.text];
    });
    return new Map(cells);
  });
}
