import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Environment } from 'minijinja-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../dag/database.ts';
import type { ColumnType } from '../world.ts';
import { valueSchema } from './value_schema.ts';

const typing = join(import.meta.dirname, '..', '..', '..', 'sql', 'macros', 'typing.jinja');
const environment = new Environment();
environment.undefinedBehavior = 'strict';
environment.addTemplate('macros/typing.jinja', readFileSync(typing, 'utf8'));

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:');
});
afterAll(() => database.close());

/** Of JSON texts, those that the check reads as a value of the type. */
async function read(type: ColumnType, values: readonly string[]): Promise<string[]> {
  const sql = environment.renderStr(
    `{% import 'macros/typing.jinja' as typing %}
    select j::varchar as value from (select unnest(VALUES)::json as j, generate_subscripts(VALUES, 1) as place)
    where {{ typing.canonical('j', type) }} is not null order by place`,
    { type },
  );
  const array = `[${values.map(value => `'${value.replaceAll("'", "''")}'`).join(', ')}]`;
  return (await database.rows<{ value: string }>(sql.replaceAll('VALUES', array))).map(row => row.value);
}

/** Of JSON texts, those that the schema accepts. */
function accepted(type: ColumnType, values: readonly string[]): string[] {
  const validate = new Ajv2020({ strict: true }).compile(valueSchema(type));
  return values.filter(value => validate(JSON.parse(value)));
}

const type = (kind: ColumnType['kind'], more: Partial<ColumnType> = {}): ColumnType => ({
  name: kind,
  kind,
  ...more,
});
const money = type('decimal', { precision: 10, scale: 2 });
const types = [
  ...(['text', 'integer', 'boolean', 'date', 'timestamp'] as const).map(kind => type(kind)),
  money,
  type('decimal', { precision: 3, scale: 3 }),
  type('decimal', { precision: 3, scale: 0 }),
  type('decimal', { precision: 38, scale: 2 }),
  type('list', { of: type('date') }),
];

const numbers = ['0', '-0', '17', '-17', '17.0', '17.5', '1.7e1', '1e2', '1e-1', '0.07', '0.123', '999', '1000', '99999999.99', '100000000', '-100000000', '100000000.5', '1e30']; // biome-ignore format: a list
const numerals = ['0', '-0', '00', '017', '17', '+17', '-17', '17.0', '17.', '.5', '17.50', '0.070', '0.123', '-0.1230', '1.5e1', '1e2', '99999999.99', '99999999.9900', '100000000', '1 7', '17 ', '1,5', '0x1', 'NaN', '12345678901234567890123456789012345678']; // biome-ignore format: a list
const days = ['2026-12-01', '2026-1-1', '2026-12-32', '2026-11-31', '2026-02-28', '2026-02-29', '2024-02-29', '1900-02-29', '2000-02-29', '0400-02-29', '0000-02-29', '0001-01-01', '9999-12-31', '2026-00-10', '2026-13-01', '2026-12-01 ', '20261201', '12026-12-01']; // biome-ignore format: a list
const times = ['T22:00Z', 'T22:00', 'T24:00', 'T23:60', 'T2:00', 't22:00', ' 22:00', 'T22:00:00', 'T22:00:60', 'T22:00:00.5', 'T22:00:00.', 'T22:00:00.123456', 'T22:00:00.1234560', 'T22:00:00.1234567', 'T22:00.5', 'T22:00z', 'T22:00+01', 'T22:00+01:00', 'T22:00-0130', 'T22:00+24:00', 'T22:00:30.25+05:45', 'T22:00 UTC']; // biome-ignore format: a list
const texts = [
  ...numerals,
  ...days,
  ...times.map(time => `2026-12-01${time}`),
  '2026-02-29T10:00',
  '0000-12-31T10:00',
  '9999-12-31T10:00+01:00',
  'true',
  'True',
  'false',
  '',
  'W-01',
  'Zoë',
];
const values = [
  ...numbers,
  ...texts.map(value => JSON.stringify(value)),
  ...[
    'null',
    'true',
    'false',
    '{}',
    '[]',
    '["2026-12-01"]',
    '["2026-12-01",null]',
    '["x"]',
    '[["2026-12-01"]]',
  ],
];

describe('a schema accepts what the check reads as a value of the type, and nothing else', () => {
  // out of a schema's reach: a number with more decimals than the scale, and what an exponent makes of a text
  const beyond = new Map([
    ['decimal(10,2)', ['0.123']],
    ['decimal(3,3)', ['"1.5e1"', '"1e2"']],
    ['decimal(38,2)', ['0.123']],
  ]);
  test.each(
    types.map(t => [t.kind === 'decimal' ? `decimal(${t.precision},${t.scale})` : t.kind, t] as const),
  )('%s', async (name, t) => {
    const more = beyond.get(name) ?? [];
    const expected = new Set([...(await read(t, values)), ...more]);
    expect(accepted(t, values)).toEqual(values.filter(value => expected.has(value)));
  });
});

test('a day after which the year has five digits in UTC is beyond a schema', async () => {
  const late = ['"9999-12-31T23:30-01:00"'];
  expect(await read(type('timestamp'), late)).toEqual([]);
  expect(accepted(type('timestamp'), late)).toEqual(late);
});
