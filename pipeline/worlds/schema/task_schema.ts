import type { World } from '../world.ts';
import { countSchema, integerSchema, nameSchema } from './envelope_values.ts';
import { type JsonSchema, objectSchema, orNull, rootSchema } from './json_schema.ts';
import { partSchema, stateSchema } from './state_schema.ts';

/**
 * A line of a file of tasks; of one world its states and parts are typed. A line that it refuses is quarantined. It
 * cannot say that the reference must hold every required part, or that ids are unique.
 */
export function taskSchema(world: World | null): JsonSchema {
  const part = partSchema(world?.partIdentity ?? null);
  const parts = { type: 'array', items: part, uniqueItems: true };
  // a world whose contract has parts must be told which a task requires
  const mustRequire = world?.hasParts ?? false;
  return rootSchema(world ? `Task of ${world.name}, version ${world.version}` : 'Task', {
    ...objectSchema(
      {
        task_id: nameSchema,
        world: world ? { const: world.name } : nameSchema,
        seed: orNull(integerSchema),
        variant: orNull({ type: 'string' }),
        tool_reliability: orNull({ enum: ['reliable', 'deliberately_unreliable'] }),
        initial_state: orNull(stateSchema(world)),
        required_parts: mustRequire ? parts : orNull(parts),
        reference: orNull(referenceSchema(part)),
        difficulty: orNull(
          objectSchema({
            parts: orNull(countSchema),
            constraints: orNull(countSchema),
            reference_steps: orNull(countSchema),
            human_minutes: orNull({ type: 'number', minimum: 0 }),
          }),
        ),
      },
      ['task_id', 'world', ...(mustRequire ? ['required_parts'] : [])],
    ),
  });
}

/** What the solver found. Parts are of the contract's types where it found something; else they are not read. */
function referenceSchema(part: JsonSchema): JsonSchema {
  const entry = (inner: JsonSchema): JsonSchema =>
    objectSchema(
      {
        part: inner,
        achievable: { enum: ['always', 'contested', 'never'] },
        reasons: orNull({ type: 'array', items: { type: 'string' } }),
      },
      ['part', 'achievable'],
    );
  const outcome = (...values: string[]): JsonSchema => ({ enum: values });
  return {
    anyOf: [
      objectSchema(
        { outcome: outcome('feasible', 'infeasible'), parts: { type: 'array', items: entry(part) } },
        ['outcome', 'parts'],
      ),
      objectSchema(
        {
          outcome: outcome('timeout', 'none'),
          parts: orNull({ type: 'array', items: entry({ type: 'object' }) }),
        },
        ['outcome'],
      ),
    ],
  };
}
