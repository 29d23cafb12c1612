/** A place in a JSON text: names and positions from 0, outermost first. */
export type JsonPath = readonly (string | number)[];

/** A stretch of the text, and what stands for it instead. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** What a scan finds: where the text stops being JSON, or what a parser would pass over in silence. */
export type Scan =
  | { readonly kind: 'broken'; readonly column: number }
  | {
      readonly kind: 'scanned';
      /** Keys that an object has before, in the order of the text. */
      readonly duplicates: readonly JsonPath[];
      /** Lone surrogates and numbers that no double holds. */
      readonly edits: readonly Edit[];
    };

type Frame = { readonly keys: Set<string> | null; step: string | number };
type Expect = 'value' | 'value_or_end' | 'key' | 'key_or_end' | 'colon' | 'comma_or_end' | 'nothing';

type Scanner = {
  readonly text: string;
  at: number;
  expect: Expect;
  readonly frames: Frame[];
  readonly duplicates: JsonPath[];
  readonly edits: Edit[];
};

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Reads a JSON text (RFC 8259) token by token, without a stack that depth could exhaust. It accepts what `JSON.parse`
 * accepts, and tells what that hides: duplicate keys, lone surrogates, numbers that lose digits as doubles.
 */
export function scanJson(text: string): Scan {
  const scanner: Scanner = { text, at: 0, expect: 'value', frames: [], duplicates: [], edits: [] };
  while (scanner.at < text.length) {
    const token = text.charAt(scanner.at);
    if (' \t\n\r'.includes(token)) scanner.at++;
    else if (!readPunctuation(scanner, token) && !readString(scanner, token) && !readScalar(scanner)) {
      return { kind: 'broken', column: scanner.at + 1 };
    }
  }
  const { duplicates, edits } = scanner;
  if (scanner.expect !== 'nothing') return { kind: 'broken', column: text.length + 1 };
  return { kind: 'scanned', duplicates, edits };
}

/** Each reader takes its token and says what may follow, or returns false. A broken string moves the scanner to where it breaks. */
function readPunctuation(scanner: Scanner, token: string): boolean {
  const { expect, frames } = scanner;
  const frame = frames.at(-1);
  if (token === ':' && expect === 'colon') scanner.expect = 'value';
  else if (token === ',' && expect === 'comma_or_end' && frame) {
    if (typeof frame.step === 'number') frame.step++;
    scanner.expect = frame.keys ? 'key' : 'value';
  } else if (token === '{' && takesValue(scanner)) {
    frames.push({ keys: new Set(), step: '' });
    scanner.expect = 'key_or_end';
  } else if (token === '[' && takesValue(scanner)) {
    frames.push({ keys: null, step: 0 });
    scanner.expect = 'value_or_end';
  } else if (frame && closes(token, frame, expect)) {
    frames.pop();
    scanner.expect = afterValue(scanner);
  } else return false;
  scanner.at++;
  return true;
}

function readString(scanner: Scanner, token: string): boolean {
  const { text, at, expect, frames } = scanner;
  const frame = frames.at(-1);
  const isKey = expect === 'key' || expect === 'key_or_end';
  if (token !== '"' || !(isKey || takesValue(scanner))) return false;
  const end = endOfString(text, at);
  if (end < 0) {
    scanner.at = -end - 1;
    return false;
  }
  scanner.edits.push(...loneSurrogates(text, at, end));
  scanner.at = end;
  scanner.expect = isKey ? 'colon' : afterValue(scanner);
  if (isKey && frame?.keys) {
    frame.step = String(JSON.parse(text.slice(at, end)));
    if (frame.keys.has(frame.step)) scanner.duplicates.push(frames.map(({ step }) => step));
    frame.keys.add(frame.step);
  }
  return true;
}

function readScalar(scanner: Scanner): boolean {
  SCALAR.lastIndex = scanner.at;
  const token = takesValue(scanner) ? SCALAR.exec(scanner.text)?.[0] : undefined;
  if (token === undefined) return false;
  const end = scanner.at + token.length;
  const exact = exactNumber(token);
  if (exact !== undefined) scanner.edits.push({ start: scanner.at, end, text: exact });
  scanner.at = end;
  scanner.expect = afterValue(scanner);
  return true;
}

function takesValue({ expect }: Scanner): boolean {
  return expect === 'value' || expect === 'value_or_end';
}

function afterValue({ frames }: Scanner): Expect {
  return frames.length > 0 ? 'comma_or_end' : 'nothing';
}

/** The text with the edits made; they are in order and apart. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let edited = '';
  let at = 0;
  for (const edit of edits) {
    edited += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return edited + text.slice(at);
}

function closes(token: string, frame: Frame, expect: Expect): boolean {
  if (frame.keys) return token === '}' && (expect === 'key_or_end' || expect === 'comma_or_end');
  return token === ']' && (expect === 'value_or_end' || expect === 'comma_or_end');
}

/** Where the string that begins at `start` ends, behind its quote; where it is broken, minus that place, minus 1. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -at - 1;
    if (code !== 0x5c) continue;
    const escaped = text.charAt(at + 1);
    if (
      escaped === 'u' ? !/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) : !'"\\/bfnrt'.includes(escaped)
    ) {
      return -at - 1;
    }
    if (escaped === '') return -at - 1;
    at += escaped === 'u' ? 5 : 1;
  }
  return -text.length - 1;
}

/** Escapes of half a surrogate pair are JSON, but no text: U+FFFD stands for them, as in every decoder of UTF-8. */
function loneSurrogates(text: string, start: number, end: number): Edit[] {
  const edits: Edit[] = [];
  let at = text.indexOf('\\', start);
  while (at >= 0 && at < end) {
    const code = escapedCode(text, at);
    if (code >= 0xd800 && code <= 0xdbff && isLow(escapedCode(text, at + 6))) {
      at = text.indexOf('\\', at + 12);
      continue;
    }
    if (code >= 0xd800 && code <= 0xdfff) edits.push({ start: at, end: at + 6, text: '\\ufffd' });
    at = text.indexOf('\\', at + 2);
  }
  return edits;
}

function escapedCode(text: string, at: number): number {
  return text.startsWith('\\u', at) ? Number.parseInt(text.slice(at + 2, at + 6), 16) : -1;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/**
 * How a number can be written so that the engine, which reads a fraction or exponent as a double, loses nothing: a
 * whole number by its digits, any other as text. undefined where the double is exact, or not a number at all.
 */
function exactNumber(token: string): string | undefined {
  if (!/^-?\d+[.eE]/.test(token)) return undefined;
  const double = Number(token);
  if (!Number.isFinite(double)) return undefined;
  const exact = decimalOf(token);
  const held = decimalOf(String(double));
  if (exact.digits === held.digits && exact.exponent === held.exponent) return undefined;
  if (exact.exponent < 0 || exact.exponent > 400) return `"${token}"`;
  return `${exact.digits}${'0'.repeat(exact.exponent)}`;
}

/** Digits (signed, no idle zeros) and power of ten of a number as JSON writes it. */
function decimalOf(token: string): { digits: string; exponent: number } {
  const [, minus = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const stripped = digits.replace(/0+$/, '');
  if (stripped === '') return { digits: '0', exponent: 0 };
  const exponent = Number(power) - fraction.length + digits.length - stripped.length;
  return { digits: `${minus}${stripped}`, exponent };
}
