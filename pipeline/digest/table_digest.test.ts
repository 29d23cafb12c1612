import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quotedString } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../dag/database.ts';
import { copyOptions, copySelect, readRelation, tableFormats } from './relation.ts';
import { editionRoot, tableDigest } from './table_digest.ts';

/** A value with its SQL and, from the format's description alone, its canonical text. */
type Cell = { sql: string; text: string | null };
type Kind = { type: string; cells: fc.Arbitrary<Cell> };

const nullCell = (type: string): Cell => ({ sql: `null::${type}`, text: null });
const token = (cell: Cell) =>
  cell.text === null ? '-,' : `${Buffer.byteLength(cell.text, 'utf8')}:${cell.text},`;
const orNull = (kind: Kind) =>
  fc.oneof({ weight: 4, arbitrary: kind.cells }, fc.constant(nullCell(kind.type)));

const integer = (type: string, min: bigint, max: bigint): Kind => ({
  type,
  cells: fc
    .oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max, 0n))
    .map(value => ({ sql: `'${value}'::${type}`, text: String(value) })),
});

const decimal = (width: number, scale: number): Kind => ({
  type: `DECIMAL(${width},${scale})`,
  cells: fc.bigInt({ min: -(10n ** BigInt(width)) + 1n, max: 10n ** BigInt(width) - 1n }).map(unscaled => {
    const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    const text = `${unscaled < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
    return { sql: `'${text}'::DECIMAL(${width},${scale})`, text };
  }),
});

function ieeeBits(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(Object.is(value, -0) ? 0 : value);
  return Number.isNaN(value) ? '7ff8000000000000' : bytes.toString('hex');
}

const double: Kind = {
  type: 'DOUBLE',
  cells: fc
    .oneof(fc.double(), fc.constantFrom(-0, 0, NaN, Infinity, -Infinity, 5e-324, Number.MAX_VALUE, 0.1))
    .map(value => ({
      sql: `'${Object.is(value, -0) ? '-0.0' : value}'::DOUBLE`,
      text: ieeeBits(value),
    })),
};

const boolean: Kind = {
  type: 'BOOLEAN',
  cells: fc.boolean().map(value => ({ sql: `${value}`, text: `${value}` })),
};

const text: Kind = {
  type: 'VARCHAR',
  cells: fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '',
        'NULL',
        'null',
        '"',
        'a"b',
        'a,b',
        ' x ',
        '\n',
        '\r\n',
        '\r',
        '\\N',
        '\\',
        "'",
        'nan',
        '-,',
      ),
      fc.constantFrom('#x', '\u0000', 'é', 'e\u0301', '😀', '[1]', '{}', '\ufeff', '{"a":1}'),
    )
    .filter(value => value.isWellFormed())
    .map(value => ({ sql: `decode(unhex('${Buffer.from(value).toString('hex')}'))`, text: value })),
};

const instants = {
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
};
const date: Kind = {
  type: 'DATE',
  cells: fc.date(instants).map(value => {
    const day = value.toISOString().slice(0, 10);
    return { sql: `'${day}'::DATE`, text: day };
  }),
};
const timestamp: Kind = {
  type: 'TIMESTAMP',
  cells: fc
    .tuple(fc.date(instants), fc.constantFrom(0n, 1n, 120n, 999n))
    .map(([value, micro]) => BigInt(value.getTime()) * 1000n + micro)
    .map(micros => ({ sql: `make_timestamp(${micros}::BIGINT)`, text: String(micros) })),
};

const list = (kind: Kind): Kind => ({
  type: `${kind.type}[]`,
  cells: fc.array(orNull(kind), { maxLength: 3 }).map(cells => ({
    sql: `[${cells.map(cell => cell.sql).join(', ')}]::${kind.type}[]`,
    text: cells.map(token).join(''),
  })),
});
const struct = (a: Kind, b: Kind): Kind => {
  const type = `STRUCT("a" ${a.type}, "b ""c" ${b.type})`;
  return {
    type,
    cells: fc.tuple(orNull(a), orNull(b)).map(([x, y]) => ({
      sql: `struct_pack("a" := ${x.sql}, "b ""c" := ${y.sql})::${type}`,
      text: token(x) + token(y),
    })),
  };
};

const hugeint = integer('HUGEINT', -(2n ** 127n) + 1n, 2n ** 127n - 1n);
const scalars: Kind[] = [
  ...[8, 16, 32].map((bits, i) =>
    integer(
      ['TINYINT', 'SMALLINT', 'INTEGER'][i] ?? '',
      -(2n ** BigInt(bits - 1)),
      2n ** BigInt(bits - 1) - 1n,
    ),
  ),
  integer('BIGINT', -(2n ** 63n), 2n ** 63n - 1n),
  hugeint,
  ...[8, 16, 32, 64, 128].map((bits, i) =>
    integer(
      ['UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT', 'UHUGEINT'][i] ?? '',
      0n,
      2n ** BigInt(bits) - 1n,
    ),
  ),
  ...[decimal(4, 0), decimal(3, 3), decimal(15, 6), decimal(18, 4), decimal(38, 10)],
  ...[double, boolean, text, date, timestamp],
];
const nested: Kind[] = [
  ...scalars.map(list),
  ...[text, double, timestamp, hugeint, decimal(38, 38)].map(kind => struct(kind, list(kind))),
  list(list(text)),
  list(struct(double, struct(text, list(timestamp)))),
];
const kinds: Kind[] = [...scalars, ...nested];
const columns = kinds.map((kind, i) => ({ name: i === 0 ? 'first "one"' : `c${i}`, type: kind.type }));

const words = [
  { name: 'id', type: 'BIGINT' },
  { name: 'word', type: 'VARCHAR' },
];

const sha = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 9162, section 2.1.1, by its own recursive definition. */
function recursiveRoot(leaves: Buffer[]): Buffer {
  const [only] = leaves;
  if (!only) return sha();
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha(Buffer.of(1), recursiveRoot(leaves.slice(0, split)), recursiveRoot(leaves.slice(split)));
}

function independentDigest(name: string, rows: Cell[][]) {
  const schema = sha(JSON.stringify(columns.map(column => ({ name: column.name, type: column.type }))));
  const leaves = rows.map(row => sha(Buffer.of(0), schema, row.map(token).join(''))).sort(Buffer.compare);
  const root = recursiveRoot(leaves).toString('hex');
  const about = { name, root, rows: rows.length, schema: schema.toString('hex') };
  return { rows: rows.length, root, digest: sha(JSON.stringify(about)).toString('hex') };
}

let database: Database;
const folder = mkdtempSync(join(tmpdir(), `digest it's [a] "b" *=1 `));
beforeAll(async () => {
  database = await openDatabase(':memory:', { threads: 2 });
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

async function createTable(rows: Cell[][]) {
  const names = columns.map(column => `"${column.name.replaceAll('"', '""')}" ${column.type}`);
  await database.run(`create or replace table t (${names.join(', ')})`);
  if (rows.length === 0) return;
  await database.run(
    `insert into t values ${rows.map(row => `(${row.map(cell => cell.sql).join(', ')})`).join(', ')}`,
  );
}

describe('tableDigest', () => {
  test('of every type is the one that the format describes, in the database and in every file', async () => {
    const row = fc.tuple(...kinds.map(orNull));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async rows => {
        await createTable(rows);
        const expected = independentDigest('t', rows);
        expect(await tableDigest(database, { name: 't', relation: 't', columns })).toEqual(expected);
        for (const format of tableFormats) {
          const path = join(folder, `t.${format}`);
          await database.run(
            `copy (select ${copySelect(columns, format)} from t) to ${quotedString(path)} ${copyOptions(format)}`,
          );
          const relation = readRelation(path, format, columns);
          expect({ format, ...(await tableDigest(database, { name: 't', relation, columns })) }).toEqual({
            format,
            ...expected,
          });
        }
      }),
      { numRuns: 8, seed: 20261130 },
    );
  });

  test('is the one of the worked example in FORMAT.md', async () => {
    const format = readFileSync(new URL('FORMAT.md', import.meta.url), 'utf8');
    const relation = "(select * from (values (2::bigint, null), (1, 'é')) as t(id, word))";
    const found = await tableDigest(database, { name: 'words', relation, columns: words });
    expect(format).toContain(`tree root      ${found.root}`);
    expect(format).toContain(`table digest   ${found.digest}`);
    expect(format).toContain(`edition root   ${editionRoot([{ name: 'words', digest: found.digest }])}`);
  });

  test.each([
    ['another value', "(values (1::bigint, 'e'), (2, null)) as t(id, word)"],
    ['an empty text instead of NULL', "(values (1::bigint, 'é'), (2, '')) as t(id, word)"],
    ['a row more', "(values (1::bigint, 'é'), (2, null), (2, null)) as t(id, word)"],
    ['a row less', "(values (1::bigint, 'é')) as t(id, word)"],
  ])('changes with %s', async (_, relation) => {
    const original = "(values (1::bigint, 'é'), (2, null)) as t(id, word)";
    const [before, after] = [
      await tableDigest(database, { name: 'words', relation: original, columns: words }),
      await tableDigest(database, { name: 'words', relation, columns: words }),
    ];
    expect(after.digest).not.toBe(before.digest);
  });

  test.each([
    ['(select 1::bigint as id)', 'id BIGINT'],
    ["(select 'x' as word, 1::bigint as id)", 'word VARCHAR, id BIGINT'],
    ["(select 1::integer as id, 'x' as word)", 'id INTEGER, word VARCHAR'],
    ["(select 1::bigint as id, '1'::json as word)", 'id BIGINT, word JSON'],
    ["(select 1::bigint as id, 'x' as word, 1 as more)", 'id BIGINT, word VARCHAR, more INTEGER'],
  ])('refuses %s', async (relation, actual) => {
    await expect(tableDigest(database, { name: 'words', relation, columns: words })).rejects.toMatchObject({
      exitCode: 1,
      message: `table words: has the columns ${actual}; declared are id BIGINT, word VARCHAR; make both the same`,
    });
  });

  test.each([
    ['DATE', "'infinity'::date", 'infinity'],
    ['DATE', "'10000-01-01'::date", '10000-01-01'],
    ['TIMESTAMP', "'-infinity'::timestamp", '-infinity'],
    ['TIMESTAMP', "'0001-01-01 (BC) 00:00:00'::timestamp", '0001-01-01 (BC) 00:00:00'],
    ['DATE[]', "['infinity'::date]", 'infinity'],
  ])('refuses the %s %s', async (type, sql, shown) => {
    const table = { name: 'days', relation: `(select ${sql} as day)`, columns: [{ name: 'day', type }] };
    await expect(tableDigest(database, table)).rejects.toMatchObject({
      exitCode: 1,
      message: `table days: days.day: ${shown} lies outside the years 1 to 9999; make it NULL or leave the row out`,
    });
  });
});

describe('editionRoot', () => {
  test('does not depend on the order of the tables', () => {
    const tables = ['a', 'b', 'c'].map(name => ({ name, digest: sha(name).toString('hex') }));
    expect(editionRoot(tables.toReversed())).toBe(editionRoot(tables));
    expect(editionRoot(tables)).toBe(
      recursiveRoot(tables.map(table => sha(Buffer.of(0), sha(table.name)))).toString('hex'),
    );
  });
});
