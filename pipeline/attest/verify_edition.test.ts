import { appendFileSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quotedString } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTinyEdition, reseal, seal, type TinyEdition, tables } from '../../fixtures/tiny_edition.ts';
import { openDatabase } from '../dag/database.ts';
import { copyOptions, readRelation } from '../digest/relation.ts';
import type { EditionManifest } from '../export/edition_manifest.ts';
import { type Check, verificationExitCode } from './check.ts';
import { verifyEdition } from './verify_edition.ts';

let edition: TinyEdition;
beforeAll(async () => {
  edition = await createTinyEdition();
});
afterAll(() => edition.remove());

const failed = (checks: readonly Check[]) => checks.filter(check => check.status === 'failed');
const failedNames = (checks: readonly Check[]) => failed(checks).map(check => check.check);
const statuses = (checks: readonly Check[]) => checks.map(({ check, status }) => `${check}: ${status}`);

describe('verifyEdition', () => {
  test('says ok of every file, table and format, and skipped of an attestation that is not there', async () => {
    const reported: Check[] = [];
    const checks = await verifyEdition(edition.original, { report: check => reported.push(check) });
    expect(statuses(checks)).toEqual([
      'files: ok',
      'checksums: ok',
      'manifest: ok',
      'manifest files: ok',
      'root: ok',
      ...['parquet', 'csv', 'json'].map(format => `table claims ${format}: ok`),
      ...['parquet', 'csv', 'json'].map(format => `table rates ${format}: ok`),
      'database: ok',
      'database catalogue: ok',
      'database claims: ok',
      'database rates: ok',
      'attestation: skipped',
    ]);
    expect(reported).toEqual(checks);
    expect(verificationExitCode(checks)).toBe(0);
  });

  test('says skipped of tables when only files are asked for', async () => {
    const checks = await verifyEdition(edition.original, { filesOnly: true });
    expect(checks.slice(5)).toEqual([
      { check: 'tables', status: 'skipped', detail: 'only files were asked for' },
      { check: 'attestation', status: 'skipped', detail: 'none' },
    ]);
  });

  test('follows a link to the edition', async () => {
    const link = join(edition.parent, 'latest');
    symlinkSync(edition.original, link);
    expect(failed(await verifyEdition(link))).toEqual([]);
  });

  test.each(['tables/claims.parquet', 'tables/claims.csv', 'tables/claims.json', 'edition.duckdb'])(
    'notices a flipped byte in %s, and does not open it',
    async path => {
      const folder = await edition.tampered(copy => {
        const bytes = readFileSync(join(copy, path));
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        writeFileSync(join(copy, path), bytes);
      });
      const checks = await verifyEdition(folder);
      const format = path.split('.').at(-1);
      expect(failedNames(checks)).toEqual(
        path === 'edition.duckdb'
          ? ['checksums', 'database']
          : ['checksums', 'manifest files', `table claims ${format}`],
      );
      expect(failed(checks).at(-1)?.detail).toBe(`${path}: not read, as it is not the published file`);
      expect(verificationExitCode(checks)).toBe(1);
    },
  );

  test.each([
    ['csv', 'a/2,[]\n', ''],
    ['csv', 'a/2', 'a/9'],
    ['csv', 'a/3,', 'a/3,[]'],
    ['json', '"a/1"', '"a/9"'],
    ['json', 'null]', '""]'],
    ['csv', 'attempt_id,item', 'item,attempt_id'],
    ['json', '{"attempt_id"', '{"more":1,"attempt_id"'],
  ])('notices a changed row under new checksums: %s, %j', async (format, before, after) => {
    const folder = await edition.tampered(async copy => {
      const path = join(copy, `tables/claims.${format}`);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(before);
      writeFileSync(path, text.replace(before, after));
      await reseal(copy);
    });
    expect(failedNames(await verifyEdition(folder))).toEqual([`table claims ${format}`]);
  });

  test('notices a dropped row in Parquet under new checksums', async () => {
    const folder = await edition.tampered(async copy => {
      const database = await openDatabase(':memory:');
      const columns = tables[0]?.columns ?? [];
      const from = readRelation(join(edition.original, 'tables/claims.parquet'), 'parquet', columns);
      const to = quotedString(join(copy, 'tables/claims.parquet'));
      await database.run(`copy (from ${from} order by 1 limit 2) to ${to} ${copyOptions('parquet')}`);
      database.close();
      await reseal(copy);
    });
    expect(failed(await verifyEdition(folder))).toEqual([
      { check: 'table claims parquet', status: 'failed', detail: '2 rows, manifest.json says 3' },
    ]);
  });

  test('notices half a file under new checksums', async () => {
    const folder = await edition.tampered(async copy => {
      truncateSync(join(copy, 'tables/claims.parquet'), 100);
      truncateSync(join(copy, 'tables/claims.json'), 30);
      await reseal(copy);
    });
    const checks = await verifyEdition(folder);
    expect(failedNames(checks)).toEqual(['table claims parquet', 'table claims json']);
  });

  test.each([
    ["update claims set attempt_id = 'a/9' where attempt_id = 'a/1'", 'database claims'],
    ['alter table rates add column more integer', 'database rates'],
    ['create table more (a integer)', 'database'],
    ['create view more as select 1 as a', 'database catalogue'],
    ['create or replace macro wilson_lower(k, n) as 0.99', 'database catalogue'],
    ['create macro sum(x) as 42', 'database catalogue'],
    ["comment on column rates.rate is 'made up'", 'database catalogue'],
    ['create sequence more', 'database catalogue'],
    ['create schema other; create table other.claims (a integer)', 'database'],
  ])('notices %s in the database under new checksums', async (sql, check) => {
    const folder = await edition.tampered(async copy => {
      const database = await openDatabase(join(copy, 'edition.duckdb'));
      await database.run(sql);
      database.close();
      await seal(copy);
    });
    expect(failedNames(await verifyEdition(folder))).toEqual([check]);
  });

  test.each<[string, (folder: string) => void | Promise<void>, string, string]>([
    [
      'a file too many',
      copy => writeFileSync(join(copy, 'more.txt'), ''),
      'checksums',
      'more.txt: not in SHA256SUMS',
    ],
    ['a missing file', copy => rmSync(join(copy, 'index.html')), 'checksums', 'index.html: missing'],
    [
      'a longer file',
      async copy => {
        appendFileSync(join(copy, 'index.html'), ' ');
        await seal(copy);
      },
      'manifest files',
      'index.html: has 16 bytes, manifest.json says 15',
    ],
    [
      'a file too many under new checksums',
      async copy => {
        writeFileSync(join(copy, 'more.txt'), '');
        await seal(copy);
      },
      'manifest files',
      'more.txt: not in manifest.json',
    ],
    [
      'a missing list',
      copy => rmSync(join(copy, 'SHA256SUMS')),
      'checksums',
      'SHA256SUMS: missing; take the edition from the publisher again',
    ],
    [
      'a link',
      copy => symlinkSync('/etc/hostname', join(copy, 'tables/link.csv')),
      'files',
      'tables/link.csv: a symbolic link; an edition holds nothing but its own files',
    ],
    [
      'a linked folder',
      copy => symlinkSync(edition.original, join(copy, 'attestations')),
      'files',
      'attestations: a symbolic link; an edition holds nothing but its own files',
    ],
    [
      'a path out of the edition',
      copy => appendFileSync(join(copy, 'SHA256SUMS'), `${'0'.repeat(64)}  tables/../../x\n`),
      'checksums',
      'SHA256SUMS:10: tables/../../x: not a path inside the edition',
    ],
    [
      'an absolute path',
      copy => appendFileSync(join(copy, 'SHA256SUMS'), `${'0'.repeat(64)}  /etc/hostname\n`),
      'checksums',
      'SHA256SUMS:10: /etc/hostname: not a path inside the edition',
    ],
    [
      'a file named twice',
      copy => appendFileSync(join(copy, 'SHA256SUMS'), `${'0'.repeat(64)}  tables/rates.parquet\n`),
      'checksums',
      'SHA256SUMS:10: tables/rates.parquet: out of order or named twice',
    ],
    [
      'a line of something else',
      copy => appendFileSync(join(copy, 'SHA256SUMS'), '\n'),
      'checksums',
      'SHA256SUMS:10: not a line of 64 hex digits, two spaces and a path',
    ],
  ])('notices %s', async (_, change, check, detail) => {
    const checks = await verifyEdition(await edition.tampered(change), { anyAttester: true });
    expect(failed(checks)[0]).toEqual({ check, status: 'failed', detail });
  });

  test.each<[string, (manifest: EditionManifest) => void, string, RegExp]>([
    [
      'a row count',
      m => Object.assign(m.tables[0] ?? {}, { rows: 4 }),
      'root',
      /^table claims: digest is \w{64}, manifest\.json says \w{64}$/,
    ],
    [
      'a column type',
      m => Object.assign(m.tables[1]?.columns[1] ?? {}, { type: 'BIGINT' }),
      'root',
      /^table rates: digest is/,
    ],
    [
      'a type that is none',
      m => Object.assign(m.tables[1]?.columns[1] ?? {}, { type: 'BIGINT); drop' }),
      'root',
      /^rates\.rate: type BIGINT\); drop cannot be published/,
    ],
    [
      'the root',
      m => {
        m.root = '0'.repeat(64);
      },
      'root',
      /^root is \w{64}, manifest\.json says 0{64}$/,
    ],
    [
      'a table less',
      m => m.tables.pop(),
      'manifest files',
      /^tables\/rates\.csv: the file of no table, so that no digest covers it$/,
    ],
    [
      'a format less',
      m => {
        delete m.tables[0]?.files.csv;
      },
      'manifest files',
      /^tables\/claims\.csv: the file of no table, so that no digest covers it$/,
    ],
    [
      'a path out of the edition',
      m => Object.assign(m.tables[0]?.files ?? {}, { csv: '../x.csv' }),
      'manifest',
      /^manifest\.json: tables\.0\.files\.csv: must be a path inside the edition$/,
    ],
    [
      'a field too many',
      m => Object.assign(m, { note: 'x' }),
      'manifest',
      /^manifest\.json: the file: Unrecognized key: "note"$/,
    ],
    [
      'unsorted tables',
      m => m.tables.reverse(),
      'manifest',
      /^manifest\.json: tables: must be sorted by name, each once$/,
    ],
  ])('notices %s changed in the manifest under new checksums', async (_, change, check, detail) => {
    const folder = await edition.tampered(copy => reseal(copy, change));
    const found = failed(await verifyEdition(folder))[0];
    expect(found?.check).toBe(check);
    expect(found?.detail).toMatch(detail);
  });

  test('notices a manifest that is not canonical, and skips what needs it', async () => {
    const folder = await edition.tampered(async copy => {
      appendFileSync(join(copy, 'manifest.json'), '\n');
      await seal(copy);
    });
    expect(statuses(await verifyEdition(folder))).toEqual([
      'files: ok',
      'checksums: ok',
      'manifest: failed',
      'manifest files: skipped',
      'root: skipped',
      'tables: skipped',
      'attestation: skipped',
    ]);
  });
});

describe('verifyEdition of something else', () => {
  test('refuses a folder that is not there, and one that is no edition', async () => {
    const missing = join(edition.parent, 'missing');
    await expect(verifyEdition(missing)).rejects.toMatchObject({
      exitCode: 2,
      message: `${missing}: no such folder; name the folder of an edition, as exports/latest`,
    });
    await expect(verifyEdition(edition.parent)).rejects.toMatchObject({
      exitCode: 2,
      message: `${edition.parent}: not an edition, as it has no manifest.json; name the folder of an edition`,
    });
  });
});
