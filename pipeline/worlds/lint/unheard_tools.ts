import { isNear, nearest } from '../../config/nearest.ts';
import type { World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';

/** What the logs of a world's attempts have of a tool. */
export type ToolCalls = {
  readonly tool: string;
  readonly calls: number;
  /** Calls of which a path of the contract led nowhere. */
  readonly broken: number;
};

/**
 * A tool whose results are never understood: what it told the agents counts as nothing, and whom it misled has lied.
 * Either no call is of that name while a like one is called that the contract does not have, or some path of its row
 * leads nowhere in every call. A tool that is merely never used is none.
 */
export function unheardTools(world: World, logged: readonly ToolCalls[]): Finding[] {
  const declared = new Set(world.tools.map(tool => tool.name));
  const strange = logged.filter(({ tool }) => !declared.has(tool));
  return world.tools.flatMap(({ name }): Finding[] => {
    const heard = logged.find(({ tool }) => tool === name);
    const at = inContract('tools', name);
    if (!heard) {
      const like = strange.find(
        ({ tool }) =>
          tool ===
          nearest(
            name,
            strange.map(other => other.tool),
          )[0],
      );
      if (!like || !isNear(name, like.tool)) return [];
      return [
        {
          rule: 'unheard_tools',
          at,
          message: `no call is of ${name}, and ${like.tool}, which the contract does not have, is called ${times(like.calls)}: what it says is not heard`,
          advice: `name the tool ${like.tool}, or leave it out`,
        },
      ];
    }
    if (heard.broken < heard.calls) return [];
    return [
      {
        rule: 'unheard_tools',
        at,
        message: `a path of the row leads nowhere in all of its calls (${heard.calls}): what it says is not heard`,
        advice: 'correct the path that $.args or $.result does not have',
      },
    ];
  });
}

const times = (n: number) => (n === 1 ? 'once' : `${n} times`);
