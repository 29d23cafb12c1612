import type { World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';

/**
 * Fields nobody claims: columns that tools write and that no list of changes names, neither in its identity nor in its
 * `where`. Facts are projections on the identity, so a row in which such a field alone has changed is no fact.
 * (Of a table without a list of changes `uncoveredTables` speaks.)
 */
export function unclaimedFields(world: World): Finding[] {
  return world.tables.flatMap(table => {
    const lists = world.lists.filter(list => list.claims === 'change' && list.table === table.name);
    if (lists.length === 0) return [];
    const claimed = new Set(lists.flatMap(list => [...list.identity, ...list.where]).map(({ name }) => name));
    return table.columns
      .filter(column => !claimed.has(column.name))
      .flatMap((column): Finding[] => {
        const writers = world.tools.filter(
          ({ effect, table: written, row }) =>
            effect === 'writes' && written === table.name && row.some(({ name }) => name === column.name),
        );
        if (writers.length === 0) return [];
        return [
          {
            rule: 'unclaimed_fields',
            at: inContract('state', table.name, 'columns', column.name),
            message: `${writers.map(({ name }) => name).join(' or ')} writes ${column.name} of ${table.name}, and no list of changes names it: a change in it alone is neither claimed nor missed`,
            advice: 'add it to the identity of a list, or to a where',
          },
        ];
      });
  });
}
