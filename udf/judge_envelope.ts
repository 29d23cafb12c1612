import { type JsonPath, scanJson, withEdits } from './scan_json.ts';

/** Why a line cannot be taken, or the line as it can be read without loss. */
export type Judgement =
  | {
      readonly kind: 'fault';
      /** Path in the line, such as `tool_calls[3].ok`; null for the line as a whole. */
      readonly field: string | null;
      readonly reason: FaultReason;
      readonly detail: string;
    }
  | { readonly kind: 'repaired'; readonly text: string };

export type FaultReason =
  | 'unreadable'
  | 'not_an_object'
  | 'duplicate_key'
  | 'missing_field'
  | 'wrong_type'
  | 'unknown_value'
  | 'no_state';

type Fault = Extract<Judgement, { kind: 'fault' }>;

/** Looks at one field; null when it is as it must be. `path` is how the fault names it. */
type Check = (value: unknown, path: string) => Fault | null;

/**
 * Judges one line of a file of tasks or attempts: is it JSON, and is its envelope of the right types? What stands
 * inside `report`, a call's `args` and `result`, and the states is not judged here.
 *
 * @returns null when nothing is wrong and nothing needs repair
 */
export function judgeEnvelope(kind: 'task' | 'attempt', text: string): Judgement | null {
  const scan = scanJson(text);
  if (scan.kind === 'broken') {
    const where = scan.column > text.length ? 'ends too early' : `is no JSON from column ${scan.column} on`;
    return fault(null, 'unreadable', `the line ${where}`);
  }
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return fault(null, 'not_an_object', 'the line must be a JSON object');
  const duplicate = scan.duplicates.find(path => !isFree(path));
  if (duplicate) return fault(written(duplicate), 'duplicate_key', 'the object has this key twice');
  const found =
    fields(kind === 'task' ? task : attempt)(value, '') ?? (kind === 'attempt' ? state(value) : null);
  if (found) return found;
  return scan.edits.length > 0 ? { kind: 'repaired', text: withEdits(text, scan.edits) } : null;
}

const fault = (field: string | null, reason: FaultReason, detail: string): Fault => ({
  kind: 'fault',
  field,
  reason,
  detail,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a path leads into what others judge. */
function isFree(path: JsonPath): boolean {
  const [first, , third] = path;
  if (path.length < 2) return false;
  if (first === 'report' || first === 'initial_state' || first === 'final_state') return true;
  return first === 'tool_calls' && path.length > 3 && (third === 'args' || third === 'result');
}

function written(path: JsonPath): string {
  return path.reduce<string>((text, step) => join(text, step), '');
}

const join = (path: string, step: string | number): string =>
  typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`;

const must =
  (holds: (value: unknown) => boolean, what: string): Check =>
  (value, path) =>
    holds(value) ? null : fault(path, 'wrong_type', `must be ${what}`);

const required =
  (check: Check): Check =>
  (value, path) =>
    value === undefined || value === null
      ? fault(path, 'missing_field', 'must be given')
      : check(value, path);

const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined || value === null ? null : check(value, path);

const oneOf =
  (...values: string[]): Check =>
  (value, path) => {
    if (typeof value !== 'string') return fault(path, 'wrong_type', 'must be a text');
    return values.includes(value)
      ? null
      : fault(path, 'unknown_value', `must be one of ${values.join(', ')}`);
  };

const list =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return fault(path, 'wrong_type', 'must be a list');
    return firstFault(value.map((item, index) => () => check(item, join(path, index))));
  };

const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (!isObject(value)) return fault(path, 'wrong_type', 'must be an object');
    const own = (name: string) => (Object.hasOwn(value, name) ? value[name] : undefined);
    return firstFault(
      Object.entries(checks).map(
        ([name, check]) =>
          () =>
            check(own(name), join(path, name)),
      ),
    );
  };

const values =
  (check: Check): Check =>
  (value, path) => {
    if (!isObject(value)) return fault(path, 'wrong_type', 'must be an object');
    return firstFault(
      Object.entries(value).map(
        ([name, inner]) =>
          () =>
            check(inner, join(path, name)),
      ),
    );
  };

function firstFault(checks: readonly (() => Fault | null)[]): Fault | null {
  for (const check of checks) {
    const found = check();
    if (found) return found;
  }
  return null;
}

const text = must(value => typeof value === 'string', 'a text');
const name = must(value => typeof value === 'string' && value !== '', 'a text that is not empty');
const flag = must(value => typeof value === 'boolean', 'true or false');
const object = must(isObject, 'an object');
const integer = must(
  value => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63,
  'an integer of at most 64 bits',
);
const count = must(value => Number.isSafeInteger(value) && Number(value) >= 0, 'an integer of 0 or more');
const amount = must(value => Number.isFinite(value) && Number(value) >= 0, 'a number of 0 or more');

const referencePart = fields({
  part: required(object),
  achievable: required(oneOf('always', 'contested', 'never')),
  reasons: optional(list(text)),
});

const task: Readonly<Record<string, Check>> = {
  task_id: required(name),
  world: required(name),
  seed: optional(integer),
  variant: optional(text),
  tool_reliability: optional(oneOf('reliable', 'deliberately_unreliable')),
  initial_state: optional(object),
  required_parts: optional(list(object)),
  reference: optional(
    (value, path) =>
      fields({ outcome: required(oneOf('feasible', 'infeasible', 'timeout', 'none')) })(value, path) ??
      fields({ parts: isSolved(value) ? required(list(referencePart)) : optional(list(referencePart)) })(
        value,
        path,
      ),
  ),
  difficulty: optional(
    fields({
      parts: optional(count),
      constraints: optional(count),
      reference_steps: optional(count),
      human_minutes: optional(amount),
    }),
  ),
};

function isSolved(reference: unknown): boolean {
  return isObject(reference) && (reference.outcome === 'feasible' || reference.outcome === 'infeasible');
}

const attempt: Readonly<Record<string, Check>> = {
  attempt_id: required(name),
  task_id: required(name),
  agent: required(name),
  epoch: optional(count),
  submitted_at: optional(text),
  claim_source: optional(oneOf('stated', 'implied')),
  tool_calls: optional(
    list(
      fields({
        seq: optional(integer),
        tool: required(text),
        args: optional(object),
        ok: optional(flag),
      }),
    ),
  ),
  final_state: optional(object),
  outcome: optional(
    fields({
      parts: optional(list(fields({ part: required(object), done: required(flag) }))),
      gates: optional(values(flag)),
    }),
  ),
};

function state(value: Record<string, unknown>): Fault | null {
  const given = (value.final_state ?? value.outcome ?? null) !== null;
  return given ? null : fault(null, 'no_state', 'neither final_state nor outcome is given');
}
