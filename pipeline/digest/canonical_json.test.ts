import { describe, expect, test } from 'vitest';
import rfc8785 from '../../fixtures/standards/rfc8785.json' with { type: 'json' };
import { canonicalJson, parseStrictJson } from './canonical_json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('canonicalJson', () => {
  test.each(rfc8785.numbers)('writes the double %s as %s (RFC 8785, appendix B)', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits ?? '', 'hex').readDoubleBE())).toBe(text);
  });

  test.each(rfc8785.texts)('writes the example of RFC 8785 as $canonical', ({ json, canonical }) => {
    expect(canonicalJson(JSON.parse(json))).toBe(canonical);
  });

  test.each([
    [{ a: [1, undefined] }, '$.a[1] is undefined'],
    [undefined, '$ is undefined'],
    [{ rate: Number.NaN }, '$.rate is NaN'],
    [[Number.NEGATIVE_INFINITY], '$[0] is -Infinity'],
    [{ n: 1n }, '$.n is a bigint'],
    ['\ud800', '$ holds a lone surrogate'],
    [{ '\udc00': 1 }, '$ has a key with a lone surrogate'],
    [{ at: new Date(0) }, '$.at is not a plain object'],
  ])('refuses %o', (value, problem) => {
    expect(() => canonicalJson(value)).toThrow(
      expect.objectContaining({
        exitCode: 1,
        message: `canonical JSON: ${problem}; write it as text or leave it out`,
      }),
    );
  });
});

describe('parseStrictJson', () => {
  test('reads what canonicalJson writes', () => {
    const value = { é: [1.5, null, true, 'x\n'], a: {} };
    expect(parseStrictJson(bytes(canonicalJson(value)))).toEqual(value);
  });

  test.each([
    ['a duplicate key', '{"a":1,"a":1}'],
    ['white space', '{"a": 1}'],
    ['a line at the end', '{"a":1}\n'],
    ['unsorted keys', '{"b":1,"a":1}'],
    ['lost precision', '9007199254740993'],
    ['another text of a number', '1.0'],
    ['a needless escape', '"\\u0041"'],
    ['minus zero', '-0'],
  ])('refuses %s', (_, text) => {
    expect(() => parseStrictJson(bytes(text), 'manifest.json')).toThrow(
      expect.objectContaining({
        exitCode: 1,
        message: 'manifest.json: not canonical JSON (RFC 8785); take the file from the publisher again',
      }),
    );
  });

  test.each([
    ['a byte order mark', bytes('\ufeff{}')],
    ['half a file', bytes('{"a":')],
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['a lone surrogate', bytes('"\\ud800"')],
  ])('refuses %s', (_, content) => {
    expect(() => parseStrictJson(content, 'manifest.json')).toThrow(
      expect.objectContaining({
        exitCode: 1,
        message: 'manifest.json: not JSON in UTF-8; take the file from the publisher again',
      }),
    );
  });
});
