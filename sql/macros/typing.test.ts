import { quotedString } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../pipeline/dag/catalogue.ts';
import { type Database, openDatabase } from '../../pipeline/dag/database.ts';
import type { Model } from '../../pipeline/dag/model.ts';
import { createRenderer } from '../../pipeline/dag/template.ts';
import { sqlFolder } from '../../pipeline/worlds/read_models.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase(':memory:');
});
afterAll(() => database.close());

type Type = { kind: string; precision?: number; scale?: number; of?: Type };

/** The canonical text of a JSON value, as the check reads it; null where it does not fit. */
async function canonical(json: string, type: Type): Promise<unknown> {
  const model: Model = {
    kind: 'model',
    id: 'test.typing',
    name: 'typing',
    refName: 'typing',
    version: 1,
    file: 'typing.sql',
    compiledPath: 'typing.sql',
    sql: "{% from 'macros/typing.jinja' import canonical %}select {{ canonical('j', type) }} as text from (select json_extract(document, '$.v') as j from (select {{ document }}::json as document))",
    contract: { description: '', version: 1, key: [], columns: [], tests: [], published: false, tags: [] },
    context: { type, document: quotedString(`{"v":${json}}`) },
  };
  const renderer = await createRenderer(sqlFolder, {}, catalogue([model]));
  const [row] = await database.rows(renderer.render(model).sql);
  return row?.['text'];
}

const money: Type = { kind: 'decimal', precision: 10, scale: 2 };

const cases: Record<string, [Type, [json: string, text: string | null][]]> = {
  'A15 text: a string in NFC, or an integer as its text; no booleans, lists, objects': [
    { kind: 'text' },
    [
      ['"W-01"', 'W-01'],
      ['" W-01 "', ' W-01 '],
      ['"e\u0301"', '\u00e9'],
      ['""', ''],
      ['"null"', 'null'],
      ['17', '17'],
      ['17.0', '17'],
      ['-3', '-3'],
      ['17.5', null],
      ['true', null],
      ['["a"]', null],
      ['{"a":1}', null],
      ['null', null],
    ],
  ],
  'A32 integer: a number without a fraction of any size, or its canonical text': [
    { kind: 'integer' },
    [
      ['17', '17'],
      ['17.0', '17'],
      ['1.7e1', '17'],
      ['-0', '0'],
      ['123456789012345678901234567890', '123456789012345678901234567890'],
      ['"17"', '17'],
      ['"-17"', '-17'],
      ['"017"', null],
      ['"17.0"', null],
      ['"+17"', null],
      ['"-0"', null],
      ['17.5', null],
      ['" 17"', null],
      ['true', null],
    ],
  ],
  'A32 decimal: a number or numeric text that fits the scale; nothing is rounded': [
    money,
    [
      ['10', '10.00'],
      ['10.000', '10.00'],
      ['"10.000"', '10.00'],
      ['10.5', '10.50'],
      ['"10.50"', '10.50'],
      ['-0.0', '0.00'],
      ['1e2', '100.00'],
      ['10.005', null],
      ['"10.005"', null],
      ['123456789.00', null],
      ['"99999999.99"', '99999999.99'],
      ['"ten"', null],
      ['""', null],
      ['false', null],
    ],
  ],
  'boolean: true, false, or their text': [
    { kind: 'boolean' },
    [
      ['true', 'true'],
      ['"false"', 'false'],
      ['"True"', null],
      ['1', null],
      ['"yes"', null],
    ],
  ],
  'date: ISO, of a day that exists': [
    { kind: 'date' },
    [
      ['"2026-11-30"', '2026-11-30'],
      ['"2026-02-30"', null],
      ['"2026-1-3"', null],
      ['"30.11.2026"', null],
      ['"2026-11-30T00:00"', null],
      ['20261130', null],
    ],
  ],
  'A32 timestamp: ISO 8601, UTC where it has no zone; a date alone does not fit': [
    { kind: 'timestamp' },
    [
      ['"2026-11-30T20:00:00Z"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T20:00"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T20:00Z"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T22:00:00+02:00"', '2026-11-30T20:00:00Z'],
      ['"2026-12-01T01:30+0530"', '2026-11-30T20:00:00Z'],
      ['"2026-11-30T20:00:00.500000000Z"', '2026-11-30T20:00:00.5Z'],
      ['"2026-11-30T20:00:00.000001Z"', '2026-11-30T20:00:00.000001Z'],
      ['"2026-11-30T20:00:00.0000001Z"', null],
      ['"2026-11-30"', null],
      ['"2026-11-30 20:00:00"', null],
      ['"2026-11-30T24:00:00"', null],
      ['"2026-11-31T20:00:00"', null],
      ['"now"', null],
    ],
  ],
  'a list fits when every element does': [
    { kind: 'list', of: money },
    [
      ['[1, "2.50"]', '["1.00","2.50"]'],
      ['[]', '[]'],
      ['[1, 2.505]', null],
      ['[null]', null],
      ['"1"', null],
    ],
  ],
};

for (const [name, [type, values]] of Object.entries(cases)) {
  describe(name, () => {
    test.each(values)('%s is %s', async (json, text) => expect(await canonical(json, type)).toBe(text));
  });
}
