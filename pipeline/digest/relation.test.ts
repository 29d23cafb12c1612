import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quotedString } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../dag/database.ts';
import { copyOptions, copySelect, readRelation, tableFormats } from './relation.ts';

const texts = [
  '',
  'NULL',
  'null',
  'nan',
  '"',
  '""',
  'a"b',
  "'",
  ',',
  '-,',
  ' x ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\\',
  '\\N',
];
const more = [
  '#x',
  '\u0000',
  'a\u0000b',
  'é',
  'e\u0301',
  '😀',
  '\ufeff',
  '[1]',
  '{}',
  '{"a":1}',
  'null]',
  '\\u0041',
];
const doubles = [
  "'nan'",
  "'inf'",
  "'-inf'",
  "'-0.0'",
  '5e-324',
  '1.7976931348623157e308',
  '0.1',
  '1e23',
  '123456789',
];
const columns = [
  { name: 'word', type: 'VARCHAR' },
  { name: 'words', type: 'VARCHAR[]' },
  { name: 'number', type: 'DOUBLE' },
  { name: 'numbers', type: 'STRUCT("a b" DOUBLE, c DOUBLE[])' },
  { name: 'amount', type: 'DECIMAL(15,6)' },
  { name: 'at', type: 'TIMESTAMP' },
];

let database: Database;
const folder = mkdtempSync(join(tmpdir(), 'relation '));
beforeAll(async () => {
  database = await openDatabase(':memory:');
  const declared = columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  const rows = [...texts, ...more].map((text, i) => {
    const word = `decode(unhex('${Buffer.from(text).toString('hex')}'))`;
    const number = `${doubles[i % doubles.length]}::double`;
    return `(${word}, [${word}, null], ${number}, {'a b': ${number}, 'c': [${number}, null]}, ${i - 5} / 7, make_timestamp(${i} * 1234567))`;
  });
  await database.run(
    `create table odd (${declared}); insert into odd values ${rows.join(', ')}, (null, null, null, null, null, null), ('x', [], 0, {'a b': null, 'c': null}, 999999999.999999, '9999-12-31 23:59:59.999999')`,
  );
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

async function write(format: (typeof tableFormats)[number]): Promise<string> {
  const path = join(folder, `odd.${format}`);
  const select = `select ${copySelect(columns, format)} from odd`;
  await database.run(`copy (${select}) to ${quotedString(path)} ${copyOptions(format)}`);
  return readRelation(path, format, columns);
}

describe('readRelation', () => {
  test.each(tableFormats)('gives back from %s what copySelect wrote, odd as it is', async format => {
    const relation = await write(format);
    expect(await database.rows(`from odd except all from ${relation}`)).toEqual([]);
    expect(await database.rows(`from ${relation} except all from odd`)).toEqual([]);
  });
});

describe('copySelect', () => {
  test.each([
    ['json', '"number":"NaN","numbers":{"a b":"NaN","c":["NaN",null]}', '"at":"1970-01-01T00:00:01.234567Z"'],
    ['csv', ',nan,"{""a b"":""NaN"",""c"":[""NaN"",null]}"', ',1970-01-01T00:00:01.234567Z\n'],
  ] as const)('writes what %s has no number or type for as the format says', async (format, number, at) => {
    await write(format);
    const [file] = await database.rows<{ content: string }>(
      `select content from read_text(${quotedString(join(folder, `odd.${format}`))})`,
    );
    expect(file?.content).toContain(number);
    expect(file?.content).toContain(at);
  });
});
