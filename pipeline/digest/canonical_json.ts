import canonicalize from 'canonicalize';
import { refusal } from '../failure.ts';

/** A value that JSON can say without loss. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * The RFC 8785 text of a value: sorted keys, no white space, shortest numbers.
 *
 * @throws Failure 1 naming the path of what JSON cannot say: undefined, NaN, infinities, BigInt, functions, lone surrogates
 */
export function canonicalJson(value: unknown): string {
  const problem = unsayable(value, '$');
  const text = problem ? undefined : canonicalize(value);
  if (text === undefined) throw refusal(`canonical JSON: ${problem}; write it as text or leave it out`);
  return text;
}

/** `canonicalize` drops undefined silently and names no path, so the value is walked first. */
function unsayable(value: unknown, path: string): string | undefined {
  switch (typeof value) {
    case 'boolean':
      return undefined;
    case 'string':
      return value.isWellFormed() ? undefined : `${path} holds a lone surrogate`;
    case 'number':
      return Number.isFinite(value) ? undefined : `${path} is ${value}`;
    case 'object':
      break;
    default:
      return `${path} is ${typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`}`;
  }
  if (value === null) return undefined;
  if (Array.isArray(value))
    return firstOf(value.entries(), (item, index) => unsayable(item, `${path}[${index}]`));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `${path} is not a plain object`;
  return firstOf(Object.entries(value), (item, key) =>
    key.isWellFormed() ? unsayable(item, `${path}.${key}`) : `${path} has a key with a lone surrogate`,
  );
}

function firstOf<K>(entries: Iterable<[K, unknown]>, check: (item: unknown, key: K) => string | undefined) {
  for (const [key, item] of entries) {
    const problem = check(item, key);
    if (problem) return problem;
  }
  return undefined;
}

/**
 * Reads JSON that was written by {@link canonicalJson}: its bytes must be the canonical bytes of what they say.
 * That refuses duplicate keys, white space, a byte order mark, lost precision and invalid UTF-8 at once.
 *
 * @param name what the bytes are, for the message
 * @throws Failure 1
 */
export function parseStrictJson(bytes: Uint8Array, name = 'JSON'): JsonValue {
  let value: JsonValue;
  let canonical: string;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    canonical = canonicalJson(value);
  } catch (error) {
    throw refusal(`${name}: not JSON in UTF-8; take the file from the publisher again`, { cause: error });
  }
  if (!Buffer.from(canonical, 'utf8').equals(bytes)) {
    throw refusal(`${name}: not canonical JSON (RFC 8785); take the file from the publisher again`);
  }
  return value;
}
