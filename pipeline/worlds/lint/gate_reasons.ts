import type { World } from '../world.ts';
import { type Finding, inContract } from './finding.ts';

/**
 * Reasons named like a gate and declared `possible`. Of a part that the agent did in breach of a gate the right reason
 * is the one for what could have been done (`not_finished`): what a gate undoes is the agent's doing (A3). The gate's
 * name says something else: that the rule leaves no way to do the part, which the solver's reasons for that part
 * decide, and only `impossible` reasons are held against those (R23). Declared `possible`, such a reason is right of
 * every part that could have been done, whether or not the gate fails: a definition nobody tests (R26). So a reason
 * `rest_rule: impossible` beside a part gate `rest_rule` is as it should be.
 */
export function gateReasons(world: World): Finding[] {
  const gates = new Set(world.gates.map(({ name }) => name));
  return world.lists.flatMap(list =>
    list.reasons
      .filter(({ name, kind }) => kind === 'possible' && gates.has(name))
      .map(({ name }) => ({
        rule: 'gate_reasons',
        at: inContract('report', list.name, 'reasons', name),
        message: `the reason ${name} is named like a gate and called possible: it is right of every part that could have been done, whether or not the gate fails`,
        advice: 'call it impossible, so that it is held against the reasons of the solver, or rename it',
      })),
  );
}
