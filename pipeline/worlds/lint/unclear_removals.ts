import type { World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';

/**
 * Lists of removals whose items no removing tool singles out. A removal speaks of every known row that its fields
 * match. To speak of one, it must give the key of the table, or all of the list's identity; with less, one call that
 * is ok confirms the removal of rows that are still there, and who claims them passes as misled.
 */
export function unclearRemovals(world: World): Finding[] {
  return world.lists.flatMap((list): Finding[] => {
    const table = world.tables.find(({ name }) => list.claims === 'removal' && name === list.table);
    if (!table) return [];
    const at = inContract('report', list.name, 'identity');
    const tools = world.tools.filter(tool => tool.effect === 'removes' && tool.table === table.name);
    if (tools.length === 0) {
      return [
        {
          rule: 'unclear_removals',
          at,
          message: `no tool removes rows of ${table.name}, so none of the tools here can do what ${list.name} claims`,
          advice: 'add the tool that removes them',
        },
      ];
    }
    const identity = list.identity.map(({ name }) => name);
    const ways = [table.key, identity].filter(names => names.length > 0);
    const given = tools.map(tool => new Set(tool.row.map(({ name }) => name)));
    if (given.some(names => ways.some(way => way.every(name => names.has(name))))) return [];
    const key = table.key.length > 0 ? ` the key of ${table.name} (${table.key.join(', ')}) or` : '';
    return [
      {
        rule: 'unclear_removals',
        at,
        message: `${tools.map(({ name }) => name).join(' or ')} does not give${key} the identity of ${list.name} (${identity.join(', ')}), so one call speaks of several rows`,
        advice: 'give in the row of the tool the fields that single out a row',
      },
    ];
  });
}
