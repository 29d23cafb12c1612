import type { ZodType, z } from 'zod';
import { didYouMean } from './nearest.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/**
 * What a schema found wrong, as one line: the issue that says most, in words for people who know no schema.
 *
 * @param at names the place of a field
 */
export function explainIssues(
  issues: readonly Issue[],
  at: (path: Path) => string,
  value: unknown,
  schema: ZodType,
): string {
  // a key misspelt is also a key missing: the first says more
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) throw new Error('a failed validation without an issue');
  const found = valueAt(value, issue.path);
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return `${at([...issue.path, key])}: ${unknownKey(key, issue.keys, found, knownKeys(schema, issue.path))}`;
  }
  const known = acceptedValues(issue);
  if (known.length > 0) {
    if (found === undefined) return `${at(issue.path)}: missing; one of ${known.join(', ')}`;
    return `${at(issue.path)}: unknown value ${JSON.stringify(found)}${didYouMean(String(found), known)}`;
  }
  if (issue.code === 'invalid_union') {
    const meant = meantBranch(issue);
    if (meant) {
      const inner = meant.map(deeper => ({ ...deeper, path: [...issue.path, ...deeper.path] }));
      return explainIssues(inner, at, value, schema);
    }
  }
  if (found === undefined && issue.path.length > 0) return `${at(issue.path)}: missing; it is required`;
  return `${at(issue.path)}: ${inWords(issue, found)}`;
}

/** A key that only another form of the same thing has is no misspelling. */
function unknownKey(key: string, unknown: readonly string[], found: unknown, known: string[]): string {
  if (!known.includes(key)) return `unknown key "${key}"${didYouMean(key, known)}`;
  const beside = Object.keys(found ?? {}).filter(other => !unknown.includes(other));
  return `"${key}" does not go with ${beside.join(', ')}; leave it out`;
}

/**
 * The form that was meant: the one with the fewest issues, of those the one that was followed deepest. Undefined where
 * several are as near and the union itself has words for it.
 */
function meantBranch(issue: Extract<Issue, { code: 'invalid_union' }>): Issue[] | undefined {
  const depth = (branch: readonly Issue[]) => Math.max(0, ...branch.map(({ path }) => path.length));
  const misspelt = (branch: readonly Issue[]) => branch.some(({ code }) => code === 'unrecognized_keys');
  const [first, second] = [...issue.errors].sort((a, b) => a.length - b.length || depth(b) - depth(a));
  if (!first) return undefined;
  const tied = second !== undefined && second.length === first.length && depth(second) === depth(first);
  if (misspelt(first) || (!tied && depth(first) > 0)) return first;
  return isOwn(issue.message) || depth(first) === 0 ? undefined : first;
}

/** Whether a message is the schema's own, not the library's. */
function isOwn(message: string): boolean {
  return !/^(Invalid (input|key|option)|Too (small|big))/.test(message);
}

const names: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of fields',
  record: 'a map of names',
};

function inWords(issue: Issue, found: unknown): string {
  if (isOwn(issue.message)) return issue.message;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code === 'invalid_type') {
    const wanted = `must be ${names[issue.expected] ?? issue.expected}`;
    return found === null ? `${wanted}, and nothing is there` : `${wanted}, not ${shown(found)}`;
  }
  if (issue.code === 'too_small' && issue.origin === 'number') {
    return `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
  }
  if (issue.code === 'too_small' && Number(issue.minimum) === 1) return 'must not be empty';
  return issue.message;
}

function shown(found: unknown): string {
  if (Array.isArray(found)) return 'a list';
  if (typeof found === 'object') return 'a map';
  const text = JSON.stringify(found);
  return text.length > 40 ? 'a text' : text;
}

/** The values of an enum, or of the field by which a union is told apart: its message alone lists those. */
function acceptedValues(issue: Issue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code !== 'invalid_union' || !('discriminator' in issue)) return [];
  return [...issue.message.matchAll(/'([^']+)'/g)].map(match => match[1] ?? '');
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner !== null && typeof inner === 'object' ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** The keys a schema allows at a path; through optional, record, array and union wrappers. */
function knownKeys(schema: ZodType, path: Path): string[] {
  let level: unknown[] = [schema];
  for (const key of path) level = level.flatMap(inner => step(inner, key));
  return [...new Set(level.flatMap(unwrap).flatMap(inner => Object.keys(shapeOf(inner) ?? {})))];
}

type Definition = {
  type?: string;
  shape?: Record<string, unknown>;
  innerType?: unknown;
  in?: unknown;
  element?: unknown;
  valueType?: unknown;
  options?: unknown[];
};

function definition(schema: unknown): Definition {
  return (schema as { def?: Definition }).def ?? {};
}

function unwrap(schema: unknown): unknown[] {
  const def = definition(schema);
  if (def.options) return def.options.flatMap(unwrap);
  if (def.innerType) return unwrap(def.innerType);
  if (def.type === 'pipe' && def.in) return unwrap(def.in);
  return [schema];
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  return definition(schema).shape;
}

function step(schema: unknown, key: PropertyKey): unknown[] {
  return unwrap(schema).flatMap(inner => {
    const def = definition(inner);
    const next = def.shape?.[String(key)] ?? def.element ?? def.valueType;
    return next ? [next] : [];
  });
}
