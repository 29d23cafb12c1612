import type { World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';

/**
 * Parts no tool can do: a row of the done table makes a part done, and no tool writes that table; or none that does
 * gives all the fields by which the row is a part's, so that no write says which part it did.
 */
export function unwrittenParts(world: World): Finding[] {
  if (world.doneTable === null) return [];
  const at = inContract('parts', 'done', 'table');
  const writers = world.tools.filter(({ effect, table }) => effect === 'writes' && table === world.doneTable);
  if (writers.length === 0) {
    return [
      {
        rule: 'unwritten_parts',
        at,
        message: `no tool writes ${world.doneTable}, so none of the tools here can do a part`,
        advice: 'add the tool that writes it',
      },
    ];
  }
  const identity = world.partIdentity.map(({ name }) => name);
  const gives = (names: readonly string[]) => identity.every(name => names.includes(name));
  if (writers.some(({ row }) => gives(row.map(({ name }) => name)))) return [];
  return [
    {
      rule: 'unwritten_parts',
      at,
      message: `no tool that writes ${world.doneTable} gives all of ${identity.join(', ')}, so no write says which part it does`,
      advice: 'give them in the row of the tool',
    },
  ];
}
