import type { Table, Tool, World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';

/**
 * Tables without a key with writes that replace. A write takes back the words on other rows of its key (it *replaces*
 * the row); of a table without key rows are counted, so that every write adds one and takes nothing back: the value
 * that was written first stays confirmed, and who claims it passes as misled. Two signs say that the writes of such a
 * table replace all the same:
 *
 * - it is the done table, and a write sets more than the part: a part is done once, with one set of values;
 * - tools write different literals to a column that a list's `where` tells rows apart by, and no list claims one of
 *   them: a state on the way (draft, then delivered), which the later write takes the row out of.
 */
export function unkeyedWrites(world: World): Finding[] {
  return world.tables
    .filter(({ key }) => key.length === 0)
    .flatMap(table => {
      const writers = world.tools.filter(tool => tool.effect === 'writes' && tool.table === table.name);
      return [...partsWrittenAgain(world, table, writers), ...statesOnTheWay(world, table, writers)];
    });
}

function partsWrittenAgain(world: World, table: Table, writers: readonly Tool[]): Finding[] {
  if (table.name !== world.doneTable) return [];
  const part = world.partIdentity.map(({ name }) => name);
  return writers.slice(0, 1).flatMap(tool => {
    const more = tool.row.map(({ name }) => name).filter(name => !part.includes(name));
    if (more.length === 0) return [];
    return [
      finding(
        table,
        `${tool.name} writes ${more.join(', ')} of a part to ${table.name}, which has no key: written again, the first ${more.join(', ')} stays confirmed`,
        `give the table key: [${part.join(', ')}]`,
      ),
    ];
  });
}

function statesOnTheWay(world: World, table: Table, writers: readonly Tool[]): Finding[] {
  const conditions = world.lists.filter(list => list.table === table.name).flatMap(list => list.where);
  return [...new Set(conditions.map(({ name }) => name))].flatMap(column => {
    const claimed = conditions.filter(({ name }) => name === column).map(({ value }) => value);
    const written = writers.flatMap(tool =>
      tool.row
        .filter(({ name, path }) => name === column && path === null)
        .map(({ literal }) => ({ tool: tool.name, literal })),
    );
    const first = written.find(({ literal }) => !claimed.includes(literal));
    const last = written.find(({ literal }) => claimed.includes(literal));
    if (!first || !last) return [];
    return [
      finding(
        table,
        `${first.tool} writes ${table.name} with ${column} = ${JSON.stringify(first.literal)} and ${last.tool} with ${JSON.stringify(last.literal)}, and it has no key: the second adds a row and takes nothing back`,
        'give the table the key by which the second replaces the row of the first',
      ),
    ];
  });
}

const finding = (table: Table, message: string, advice: string): Finding => ({
  rule: 'unkeyed_writes',
  at: inContract('state', table.name),
  message,
  advice,
});
