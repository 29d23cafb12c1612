import type { World } from '../world.ts';
import type { Finding } from './finding.ts';
import { gateReasons } from './gate_reasons.ts';
import { noInfeasibleTasks } from './no_infeasible_tasks.ts';
import { nothingRequired } from './nothing_required.ts';
import { unclaimedFields } from './unclaimed_fields.ts';
import { unclearRemovals } from './unclear_removals.ts';
import { uncoveredTables } from './uncovered_tables.ts';
import { type ToolCalls, unheardTools } from './unheard_tools.ts';
import { unkeyedWrites } from './unkeyed_writes.ts';
import { unknownReasons } from './unknown_reasons.ts';
import { unusedReasons } from './unused_reasons.ts';
import { unwrittenParts } from './unwritten_parts.ts';
import { isSolved, type WorldTask } from './world_tasks.ts';

/** What the sources have of a world. */
export type WorldSources = {
  readonly tasks: readonly WorldTask[];
  /** State tables that some attempt gives in its `final_state`; null without an attempt. */
  readonly given: ReadonlySet<string> | null;
  /** The tools that the logs of its attempts name. */
  readonly calls: readonly ToolCalls[];
};

/** What the rules found, and in words which were skipped and why. */
export type Lint = { readonly findings: readonly Finding[]; readonly skipped: readonly string[] };

/** Applies every rule to a world. A rule that the sources give nothing to look at is skipped, and says so. */
export function lintWorld(world: World, { tasks, given, calls }: WorldSources): Lint {
  const skipped: string[] = [];
  if (tasks.length === 0) {
    skipped.push(
      'unused_reasons, unknown_reasons, no_infeasible_tasks, nothing_required: there are no tasks',
    );
  } else if (!tasks.some(isSolved)) {
    skipped.push(
      'unused_reasons, unknown_reasons: no task has the reference of a solver that came to a result',
    );
  }
  if (given === null) {
    skipped.push('uncovered_tables, of tables that no tool writes or removes from: there are no attempts');
  }
  const findings = [
    ...uncoveredTables(world, given ?? new Set()),
    ...unclaimedFields(world),
    ...unwrittenParts(world),
    ...unkeyedWrites(world),
    ...unheardTools(world, calls),
    ...gateReasons(world),
    ...unclearRemovals(world),
    ...unusedReasons(world, tasks),
    ...unknownReasons(world, tasks),
    ...noInfeasibleTasks(world, tasks),
    ...nothingRequired(world, tasks),
  ];
  return { findings, skipped };
}
