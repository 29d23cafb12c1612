import { namedRandom } from '../../../udf/xoshiro128.ts';
import type { World } from '../../worlds/world.ts';
import { changedTables, matches, openEnvironment } from '../play/environment.ts';
import { isUnreliable } from '../play/play.ts';
import { proveReference, sameReference } from './prove_reference.ts';
import {
  type Draft,
  type Part,
  partKey,
  type Reference,
  type State,
  type Variant,
  type WorldScript,
} from './world_script.ts';

/** A task that was drawn and, unless it is by construction, proved. */
export type DrawnTask = {
  readonly id: string;
  readonly seed: number;
  readonly variant: Variant;
  readonly draft: Draft;
  /** Its plan is that of the construction where the solver timed out. */
  readonly reference: Reference;
};

export type TaskOptions = {
  readonly world: World;
  readonly script: WorldScript;
  readonly seed: number;
  /** Place of the task in its set, from 1. */
  readonly number: number;
  readonly variant: Variant;
  /** Takes the construction's word instead of the solver's. */
  readonly byConstruction: boolean;
};

/**
 * Draws a task. The same seed and number give the same task, whatever else is drawn.
 *
 * @throws Error where the solver finds something else than the construction promised: one of them is wrong
 */
export async function drawTask(options: TaskOptions): Promise<DrawnTask> {
  const { world, script, seed, number, variant } = options;
  const id = `${world.name}-${seed}-${number}`;
  const draft = script.draw(namedRandom(`${id}/${variant}`), variant);
  const reference = options.byConstruction
    ? promised(draft, variant)
    : await proved(id, script, draft, variant);
  return { id, seed, variant, draft, reference };
}

function promised(draft: Draft, variant: Variant): Reference {
  return variant === 'timeout' ? { ...draft.reference, outcome: 'timeout', parts: [] } : draft.reference;
}

async function proved(id: string, script: WorldScript, draft: Draft, variant: Variant): Promise<Reference> {
  const solve = await script.solver(draft);
  const problem = { required: draft.required, reasons: script.reasons, solve };
  const reference = proveReference(problem, variant === 'timeout' ? 0 : undefined);
  if (!sameReference(reference, promised(draft, variant))) {
    const said = (found: Reference) => JSON.stringify({ outcome: found.outcome, parts: found.parts });
    throw new Error(
      `${id} (${variant}): drawn to be ${said(promised(draft, variant))}, but the solver proves ${said(reference)}`,
    );
  }
  return reference.outcome === 'timeout' ? promised(draft, variant) : reference;
}

/** The task as `formats.md` has it. */
export function taskLine(world: World, script: WorldScript, task: DrawnTask): Record<string, unknown> {
  const { draft, reference } = task;
  const planned = draft.required.filter(part => reference.plan.has(partKey(part)));
  const moves = script.moves(draft);
  const steps = planned.map(part => moves.do(part, reference.plan.get(partKey(part)) ?? '').length);
  return {
    task_id: task.id,
    world: world.name,
    seed: task.seed,
    variant: task.variant,
    tool_reliability: isUnreliable(task.variant) ? 'deliberately_unreliable' : 'reliable',
    initial_state: draft.initial,
    required_parts: draft.required,
    reference: {
      outcome: reference.outcome,
      ...(reference.outcome === 'timeout' ? {} : { parts: reference.parts }),
      state: referenceState(world, script, task),
    },
    difficulty: {
      parts: draft.required.length,
      constraints: draft.constraints,
      reference_steps: steps.reduce((sum, count) => sum + count, 0),
      human_minutes: null,
    },
  };
}

/** The tables that the reference solution leaves other than they were. */
function referenceState(world: World, script: WorldScript, { draft, reference }: DrawnTask): State {
  const environment = openEnvironment(world, draft.initial);
  const moves = script.moves(draft);
  for (const part of draft.required) {
    const choice = reference.plan.get(partKey(part));
    if (choice === undefined || isThere(world, draft, part)) continue;
    for (const call of moves.do(part, choice)) environment.call(call);
  }
  return changedTables(environment);
}

function isThere(world: World, draft: Draft, part: Part): boolean {
  return (draft.initial[world.doneTable ?? ''] ?? []).some(row => matches(row, part));
}
