import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Environment } from 'minijinja-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../pipeline/dag/database.ts';

type Type = { kind: string; precision?: number; scale?: number; of?: Type };
type Typed = { text: string | null; misfit: boolean };

const environment = new Environment();
environment.undefinedBehavior = 'strict';
environment.addTemplate(
  'macros/typing.jinja',
  readFileSync(join(import.meta.dirname, 'typing.jinja'), 'utf8'),
);

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:');
});
afterAll(() => database.close());

/** Canonical texts of JSON values, and whether each is given but does not fit. `undefined`: no value at all. */
async function canonical(type: Type, values: readonly (string | undefined)[]): Promise<Typed[]> {
  const sql = environment.renderStr(
    `{% import 'macros/typing.jinja' as typing %}
    select {{ typing.canonical('j', type) }} as text, {{ typing.misfit('j', type) }} as misfit
    from (select unnest($1::varchar[])::json as j, generate_subscripts($1::varchar[], 1) as place) order by place`,
    { type },
  );
  const array = `[${values.map(value => (value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`)).join(',')}]`;
  return database.rows<Typed>(sql.replaceAll('$1', array));
}

async function expectEach(type: Type, cases: readonly (readonly [string | undefined, string | null])[]) {
  const typed = await canonical(
    type,
    cases.map(([value]) => value),
  );
  const found = cases.map(([value], index) => [value, typed[index]?.text ?? null]);
  expect(found).toEqual(cases);
  const given = cases.map(([value, text]) => text === null && value !== undefined && value !== 'null');
  expect(typed.map(({ misfit }) => misfit)).toEqual(given);
}

const text = { kind: 'text' };
const decimal = { kind: 'decimal', precision: 10, scale: 2 };

describe('A32: equality is by the declared type, not by the spelling', () => {
  test('null and absent have no value, and are no misfit', async () => {
    for (const kind of ['text', 'integer', 'boolean', 'date', 'timestamp']) {
      await expectEach({ kind }, [[undefined, null], ['null', null]]); // biome-ignore format: pairs
    }
    await expectEach(decimal, [[undefined, null], ['null', null]]); // biome-ignore format: pairs
  });

  test('text: a string, or an integer as its text', async () => {
    await expectEach(text, [
      ['"W-01"', 'W-01'],
      ['""', ''],
      ['" W-01 "', ' W-01 '],
      ['17', '17'],
      ['17.0', '17'],
      ['-0', '0'],
      ['123456789012345678901234567890', '123456789012345678901234567890'],
      ['17.5', null],
      ['true', null],
      ['["a"]', null],
      ['{"a":1}', null],
    ]);
  });

  test('integer: a number without a fraction, of any size, or its canonical text', async () => {
    await expectEach({ kind: 'integer' }, [
      ['17', '17'],
      ['17.0', '17'],
      ['17.000', '17'],
      ['"17"', '17'],
      ['"-17"', '-17'],
      ['-0', '0'],
      ['-0.0', '0'],
      ['0e9', '0'],
      ['1e2', '100'],
      ['1.5e1', '15'],
      ['-1E+30', `-1${'0'.repeat(30)}`],
      ['1e400', `1${'0'.repeat(400)}`],
      ['9223372036854775808', '9223372036854775808'],
      ['123456789012345678901234567890', '123456789012345678901234567890'],
      ['"123456789012345678901234567890"', '123456789012345678901234567890'],
      ['17.5', null],
      ['1.55e1', null],
      ['1e-2', null],
      ['1e999999999', null],
      ['"017"', null],
      ['"17.0"', null],
      ['"+17"', null],
      ['"-0"', null],
      ['"1e2"', null],
      ['" 17"', null],
      ['"\u0661"', null],
      ['true', null],
      ['[17]', null],
    ]);
  });

  test('decimal: a number or numeric text that fits the scale; nothing is rounded', async () => {
    await expectEach(decimal, [
      ['10', '10.00'],
      ['10.000', '10.00'],
      ['"10.000"', '10.00'],
      ['"10.5"', '10.50'],
      ['0.1', '0.10'],
      ['-0.5', '-0.50'],
      ['-0.00', '0.00'],
      ['"-0"', '0.00'],
      ['1e2', '100.00'],
      ['"1.5e-1"', '0.15'],
      ['99999999.99', '99999999.99'],
      ['99999999.994', null],
      ['100000000', null],
      ['10.005', null],
      ['"10.005"', null],
      ['1e999', null],
      ['1e-3', null],
      ['"017"', null],
      ['".5"', null],
      ['"5."', null],
      ['"+5"', null],
      ['"1,5"', null],
      ['"NaN"', null],
      ['""', null],
      ['true', null],
      ['[5]', null],
    ]);
    await expectEach({ kind: 'decimal', precision: 2, scale: 2 }, [
      ['0.5', '0.50'],
      ['-0.25', '-0.25'],
      ['1', null],
    ]);
    const digits = '12345678901234567890123456789012345678';
    await expectEach({ kind: 'decimal', precision: 38, scale: 38 }, [[`"-0.${digits}"`, `-0.${digits}`]]);
    await expectEach({ kind: 'decimal', precision: 38, scale: 0 }, [[`"${digits}"`, digits]]);
  });

  test('boolean: true, false, or their text', async () => {
    await expectEach({ kind: 'boolean' }, [
      ['true', 'true'],
      ['"true"', 'true'],
      ['false', 'false'],
      ['"false"', 'false'],
      ['"True"', null],
      ['1', null],
      ['"yes"', null],
    ]);
  });

  test('date: a day that exists', async () => {
    await expectEach({ kind: 'date' }, [
      ['"2026-11-30"', '2026-11-30'],
      ['"2024-02-29"', '2024-02-29'],
      ['"2026-02-29"', null],
      ['"2026-11-30T00:00Z"', null],
      ['"2026-1-3"', null],
      ['"30.11.2026"', null],
      ['20261130', null],
      ['"infinity"', null],
    ]);
  });

  test('timestamp: ISO 8601, UTC where it has no zone, exact to the microsecond', async () => {
    await expectEach({ kind: 'timestamp' }, [
      ['"2026-11-30T20:00"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T20:00Z"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T20:00:00"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T20:00:00.500Z"', '2026-11-30T20:00:00.5Z'],
      ['"2026-11-30T20:00:00.123456000Z"', '2026-11-30T20:00:00.123456Z'],
      ['"2026-11-30T22:00+02:00"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T22:30:00+0230"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T18:00-02"', '2026-11-30T20:00:00Z'],
      ['"2026-12-01T00:00:00+04:00"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T20:00:00.1234567Z"', null],
      ['"2026-11-30"', null],
      ['"2026-11-30T24:00Z"', null],
      ['"2026-11-30T20:60Z"', null],
      ['"2026-11-30T20:00:60Z"', null],
      ['"2026-11-31T20:00Z"', null],
      ['"2026-11-30 20:00Z"', null],
      ['"2026-11-30t20:00z"', null],
      ['"2026-11-30T20:00+24:00"', null],
      ['"9999-12-31T23:59-01"', null],
      ['1764532800', null],
    ]);
  });

  test('list: fits when every element does', async () => {
    await expectEach({ kind: 'list', of: text }, [
      ['["a","b"]', '["a","b"]'],
      ['["b","a"]', '["b","a"]'],
      ['[17]', '["17"]'],
      ['[]', '[]'],
      ['["a",null]', null],
      ['["a",true]', null],
      ['"a"', null],
      ['{"a":1}', null],
    ]);
    await expectEach({ kind: 'list', of: decimal }, [
      ['[1,"2.5"]', '["1.00","2.50"]'],
      ['[1.005]', null],
    ]);
  });
});

test('A15: texts are equal after NFC, exactly; a NUL hides nothing behind it', async () => {
  const composed = 'caf\u00e9';
  await expectEach(text, [
    ['"cafe\u0301"', composed],
    [`"${composed}"`, composed],
    ['"Caf\u00e9"', 'Caf\u00e9'],
    ['"\\u0063afe\\u0301"', composed],
    [`"${composed}\\u0000cafe\u0301"`, `${composed}\u0000${composed}`],
    [`"${composed}\\u0000"`, `${composed}\u0000`],
    ['"\ufb01"', '\ufb01'],
  ]);
});

test('numbers: canonical text is the value, however it is spelled', async () => {
  const cases = fc.sample(
    fc.record({
      units: fc.integer({ min: -99_999_999, max: 99_999_999 }),
      cents: fc.integer({ min: 0, max: 99 }),
      shift: fc.integer({ min: -12, max: 12 }),
    }),
    { seed: 3, numRuns: 300 },
  );
  const shown = cases.map(({ units, cents }) => `${units}.${String(cents).padStart(2, '0')}`);
  const zero = (plain: string) => (Number(plain) === 0 ? plain.replace('-', '') : plain);
  const shifted = cases.map(({ units, cents, shift }) => {
    const digits = String(Math.abs(units) * 100 + cents);
    return `"${units < 0 ? '-' : ''}${shift < 0 ? `${digits}${'0'.repeat(-shift)}` : digits}e${shift < 0 ? shift - 2 : -2}"`;
  });
  const typed = await canonical(decimal, shifted);
  expect(typed.map(row => row.text)).toEqual(shown.map(zero));
});
