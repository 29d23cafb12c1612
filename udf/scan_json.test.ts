import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanJson, withEdits } from './scan_json.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const repaired = (text: string): string => {
  const scan = scanJson(text);
  return scan.kind === 'scanned' ? withEdits(text, scan.edits) : 'broken';
};

test('accepts what JSON.parse accepts, and nothing else', () => {
  const cut = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', '"', '\\', '}', ']', '1', '\u0001', ':', 'e', '.', '-'),
  );
  fc.assert(
    fc.property(cut, ([text, at, inserted]) => {
      const place = at % (text.length + 1);
      const broken = text.slice(0, place) + inserted + text.slice(place + (at % 2));
      expect([broken, scanJson(broken).kind]).toEqual([broken, parses(broken) ? 'scanned' : 'broken']);
    }),
    { seed: 7, numRuns: 2000 },
  );
});

test.each([
  ['', 1],
  ['{"a":1', 7],
  ['{"a":1}}', 8],
  ['{"a":1,}', 8],
  ['[1,]', 4],
  ['{"a":NaN}', 6],
  ['[-Infinity]', 2],
  ['{"a":"\t"}', 7],
  ['{"a":"\\x"}', 7],
  ['\ufeff{}', 1],
  ['{"a" 1}', 6],
])('%j is broken at column %i', (text, column) => {
  expect(scanJson(text)).toEqual({ kind: 'broken', column });
});

test('depth does not exhaust the stack', () => {
  const text = '['.repeat(200_000) + ']'.repeat(200_000);
  expect(scanJson(text).kind).toBe('scanned');
});

test('names every key that its object has before, however it is spelled', () => {
  const scan = scanJson('{"a":[{"b":1},{"b":1,"\\u0062":2}],"c":{"a":1},"a":2}');
  expect(scan).toEqual({ kind: 'scanned', duplicates: [['a', 1, 'b'], ['a']], edits: [] });
});

test.each([
  ['["\\ud83d\\ude00"]', '["\\ud83d\\ude00"]'],
  ['["\\ud83d"]', '["\\ufffd"]'],
  ['["\\ude00x\\uD83D\\ud83d\\ude00"]', '["\\ufffdx\\ufffd\\ud83d\\ude00"]'],
  ['["\\\\ud83d"]', '["\\\\ud83d"]'],
  ['{"\\udfff":1}', '{"\\ufffd":1}'],
  [
    '[0.1,1e22,17.0,123456789012345678901234567890,1e999]',
    '[0.1,1e22,17.0,123456789012345678901234567890,1e999]',
  ],
  ['[12345678901234567.89]', '["12345678901234567.89"]'],
  ['[-12345678901234567.0]', '[-12345678901234567]'],
  ['[1.2345678901234567890123e25]', '[12345678901234567890123000]'],
  ['[1e-400]', '["1e-400"]'],
  ['[0.0,-0.0,0e5]', '[0.0,-0.0,0e5]'],
])('%s is read without loss as %s', (text, exact) => {
  expect(repaired(text)).toBe(exact);
});

test('DuckDB reads every number, as repaired, without loss', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const digits = fc.stringMatching(/^-?[1-9]\d{0,20}\.\d{1,20}$/);
  const tokens = fc.sample(digits, { seed: 11, numRuns: 300 });
  for (const token of tokens) {
    const reader = await connection.runAndReadAll(
      `select ($1::json ->> '$[0]')::decimal(38, 17) = $2::decimal(38, 17) as same`,
      [repaired(`[${shortened(token)}]`), shortened(token)],
    );
    expect([token, reader.getRowObjectsJS()]).toEqual([token, [{ same: true }]]);
  }
});

/** At most 17 digits behind the point, so that the comparison itself does not round. */
const shortened = (token: string): string => token.replace(/(\.\d{17})\d+$/, '$1');
