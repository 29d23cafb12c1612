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

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Reads a JSON text (RFC 8259) token by token, without a stack that depth could exhaust. It accepts what `JSON.parse`
 * accepts, and tells what that hides: duplicate keys, lone surrogates, numbers that lose digits as doubles.
 */
export function scanJson(text: string): Scan {
  const duplicates: JsonPath[] = [];
  const edits: Edit[] = [];
  const frames: Frame[] = [];
  let expect: Expect = 'value';
  let at = 0;
  const broken = (where: number): Scan => ({ kind: 'broken', column: where + 1 });
  const afterValue = (): Expect => (frames.length > 0 ? 'comma_or_end' : 'nothing');
  for (; at < text.length; ) {
    const token = text.charAt(at);
    const frame = frames.at(-1);
    const valueFits = expect === 'value' || expect === 'value_or_end';
    if (token === ' ' || token === '\t' || token === '\n' || token === '\r') {
      at++;
    } else if (token === ':' && expect === 'colon') {
      expect = 'value';
      at++;
    } else if (token === ',' && expect === 'comma_or_end' && frame) {
      if (typeof frame.step === 'number') frame.step++;
      expect = frame.keys ? 'key' : 'value';
      at++;
    } else if ((token === '{' || token === '[') && valueFits) {
      frames.push(token === '{' ? { keys: new Set(), step: '' } : { keys: null, step: 0 });
      expect = token === '{' ? 'key_or_end' : 'value_or_end';
      at++;
    } else if (frame && closes(token, frame, expect)) {
      frames.pop();
      expect = afterValue();
      at++;
    } else if (token === '"' && (valueFits || expect === 'key' || expect === 'key_or_end')) {
      const end = endOfString(text, at);
      if (end < 0) return broken(-end - 1);
      edits.push(...loneSurrogates(text, at, end));
      if (valueFits) expect = afterValue();
      else if (frame?.keys) {
        frame.step = String(JSON.parse(text.slice(at, end)));
        if (frame.keys.has(frame.step)) duplicates.push(frames.map(({ step }) => step));
        frame.keys.add(frame.step);
        expect = 'colon';
      }
      at = end;
    } else {
      SCALAR.lastIndex = at;
      const scalar = valueFits ? SCALAR.exec(text)?.[0] : undefined;
      if (scalar === undefined) return broken(at);
      const exact = exactNumber(scalar);
      if (exact !== undefined) edits.push({ start: at, end: at + scalar.length, text: exact });
      expect = afterValue();
      at += scalar.length;
    }
  }
  return expect === 'nothing' ? { kind: 'scanned', duplicates, edits } : broken(text.length);
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
