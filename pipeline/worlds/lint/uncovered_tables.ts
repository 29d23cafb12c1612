import type { Table, Tool, World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';

/**
 * State tables no list covers. What a tool does to a table must be claimed by a list of that kind (R7): writes by one
 * of changes, removals by one of removals. A table that no tool touches needs a list only if attempts give it in their
 * final state: a table that is left out there is as it was, by the format, and cannot hide a change.
 *
 * @param given tables that some attempt gives in its `final_state`
 */
export function uncoveredTables(world: World, given: ReadonlySet<string>): Finding[] {
  return world.tables.flatMap(table => {
    const tools = (effect: Tool['effect']) =>
      world.tools.filter(tool => tool.table === table.name && tool.effect === effect).map(({ name }) => name);
    const lists = world.lists.filter(list => list.table === table.name).map(({ claims }) => claims);
    const [writers, removers] = [tools('writes'), tools('removes')];
    const findings: Finding[] = [];
    if (writers.length > 0 && !lists.includes('change')) {
      findings.push(
        finding(table, `no list claims changes of ${table.name}, which ${named(writers)} writes: they are neither claimed nor missed`, 'add a list with claims: change on it'), // biome-ignore format: one line
      );
    }
    if (removers.length > 0 && !lists.includes('removal')) {
      findings.push(
        finding(table, `no list claims removals from ${table.name}, of which ${named(removers)} removes rows: they are neither claimed nor missed`, 'add a list with claims: removal on it'), // biome-ignore format: one line
      );
    }
    if (writers.length + removers.length + lists.length === 0 && given.has(table.name)) {
      findings.push(
        finding(table, `no list claims anything of ${table.name}, and attempts give it in final_state: a change of it goes unseen`, 'add a list on it, or leave it out of final_state where it cannot change'), // biome-ignore format: one line
      );
    }
    return findings;
  });
}

const named = (tools: readonly string[]): string => tools.join(' or ');

const finding = (table: Table, message: string, advice: string): Finding => ({
  rule: 'uncovered_tables',
  at: inContract('state', table.name),
  message,
  advice,
});
