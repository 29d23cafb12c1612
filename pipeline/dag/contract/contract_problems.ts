import type { LocatedContract } from './contract.ts';

/** A column as the built table has it. */
export type BuiltColumn = { readonly name: string; readonly type: string };

/**
 * Compares a built table with its contract, in both directions.
 *
 * @returns one sentence per difference; empty when the table keeps the contract
 */
export function contractProblems(
  built: readonly BuiltColumn[],
  located: Pick<LocatedContract, 'contract' | 'at'>,
): string[] {
  const { contract, at } = located;
  const documented = new Map(contract.columns.map(column => [column.name, column]));
  const types = new Map(built.map(column => [column.name, column.type]));
  const problems = [
    ...built
      .filter(column => !documented.has(column.name))
      .map(
        column =>
          `${at(['columns'])}: the table has a column "${column.name}" (${column.type}) that is not documented; document it or leave it out`,
      ),
    ...contract.columns
      .filter(column => !types.has(column.name))
      .map(
        column =>
          `${at(['columns', column.name])}: documented, but the table has no such column; select it or remove it here`,
      ),
    ...contract.columns.flatMap(column => {
      const type = types.get(column.name);
      if (type === undefined || type === column.type) return [];
      return `${at(['columns', column.name, 'type'])}: documented as ${column.type}, built as ${type}; change one of them`;
    }),
  ];
  const sameNames = built.length === documented.size && built.every(column => documented.has(column.name));
  const order = built.map(column => column.name).join(', ');
  if (sameNames && order !== [...documented.keys()].join(', ')) {
    problems.push(`${at(['columns'])}: in another order than the table, which has ${order}`);
  }
  return problems;
}
