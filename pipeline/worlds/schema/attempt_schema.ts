import type { World } from '../world.ts';
import { countSchema, integerSchema, nameSchema } from './envelope_values.ts';
import { type JsonSchema, objectSchema, orNull, rootSchema } from './json_schema.ts';
import { stateSchema } from './state_schema.ts';
import { valueSchema } from './value_schema.ts';

const flag: JsonSchema = { type: 'boolean' };

const call = objectSchema(
  {
    seq: orNull(integerSchema),
    tool: { type: 'string' },
    args: orNull({ type: 'object' }),
    ok: orNull(flag),
    result: {},
  },
  ['tool'],
);

/**
 * A line of a file of attempts; of one world its final state is typed. A line that it refuses is quarantined. It says
 * nothing of the report, in which nothing is ever quarantined, and cannot say that the task is known, that ids are
 * unique, or that an outcome decides every part.
 */
export function attemptSchema(world: World | null): JsonSchema {
  return rootSchema(world ? `Attempt of ${world.name}, version ${world.version}` : 'Attempt', {
    ...objectSchema(
      {
        attempt_id: nameSchema,
        task_id: nameSchema,
        agent: nameSchema,
        epoch: orNull(countSchema),
        submitted_at: orNull(valueSchema({ name: 'timestamp', kind: 'timestamp' })),
        claim_source: orNull({ enum: ['stated', 'implied'] }),
        report: { description: 'What the agent submitted; null for nothing. See the schema of reports.' },
        tool_calls: orNull({ type: 'array', items: call }),
        final_state: orNull(stateSchema(world)),
        outcome: orNull(outcomeSchema([])),
      },
      ['attempt_id', 'task_id', 'agent'],
    ),
    ...decidedBy(world),
  });
}

/** What an upstream verifier decided. */
function outcomeSchema(gates: readonly string[]): JsonSchema {
  const parts = {
    type: 'array',
    items: objectSchema({ part: { type: 'object' }, done: flag }, ['part', 'done']),
  };
  const decided = {
    type: 'object',
    ...(gates.length > 0
      ? { properties: Object.fromEntries(gates.map(gate => [gate, flag])), required: gates }
      : {}),
    additionalProperties: flag,
  };
  return gates.length > 0
    ? objectSchema({ parts: orNull(parts), gates: decided }, ['gates'])
    : objectSchema({ parts: orNull(parts), gates: orNull(decided) });
}

/** Something must decide what was done: the state or an outcome; where it is the outcome, of every task gate. */
function decidedBy(world: World | null): JsonSchema {
  const byState = objectSchema(
    { final_state: { type: 'object' }, ...(world?.partsByOutcome ? { outcome: { type: 'object' } } : {}) },
    ['final_state', ...(world?.partsByOutcome ? ['outcome'] : [])],
  );
  const byOutcome = objectSchema({ outcome: outcomeSchema(world?.taskGates ?? []) }, ['outcome']);
  return { anyOf: [byState, byOutcome] };
}
