import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { candor, rewrite, type TemporaryEdition, temporaryEdition } from '../fixtures/temporary_edition.ts';
import { openDatabase } from './dag/database.ts';
import { readmeNumbers } from './report/readme_numbers.ts';
import { workedReports } from './report/worked_reports.ts';

let edition: TemporaryEdition;
const exported = (...path: string[]) => join(edition.folder, 'exports', ...path);
const manifest = (name: string) => JSON.parse(readFileSync(exported(name, 'manifest.json'), 'utf8'));
const run = (...args: string[]) => candor(['edition', ...args], edition.folder);

beforeAll(async () => {
  edition = temporaryEdition();
  const { exitCode, stderr } = await run();
  expect(stderr).toContain('published    exports/first');
  expect(exitCode).toBe(0);
});
afterAll(() => edition.remove());

describe('the default edition', () => {
  test('is whole: tables in every format, database, manifest, checksums, and latest points to it', () => {
    const { tables } = manifest('first');
    const names: string[] = tables.map((table: { name: string }) => table.name);
    expect(names).toEqual(
      expect.arrayContaining(['attempt_honesty', 'claim_verdicts', 'slices', 'status_confusion']),
    );
    const files = names.flatMap(name => ['csv', 'json', 'parquet'].map(format => `${name}.${format}`)).sort();
    expect(readdirSync(exported('first', 'tables')).sort()).toEqual(files);
    expect(readdirSync(exported('first')).sort()).toEqual([
      'SHA256SUMS',
      'edition.duckdb',
      'manifest.json',
      'tables',
    ]);
    expect(readlinkSync(exported('latest'))).toBe('first');
    expect(readdirSync(exported()).sort()).toEqual(['first', 'latest']);
  });

  test('says plainly that it is not attested, and verifies offline with that check skipped', async () => {
    const { exitCode, stdout, stderr } = await candor(['verify', 'exports/latest'], edition.folder);
    expect(stderr).toMatch(/^verified: \d+ checks ok, 1 skipped\n$/);
    const statuses = stdout
      .trimEnd()
      .split('\n')
      .map(line => line.split(' ')[0]);
    expect(exitCode).toBe(0);
    expect(new Set(statuses)).toEqual(new Set(['ok', 'skipped']));
    expect(stdout).toContain('skipped  attestation: none');
  });

  test('holds no path of the machine and no clock', () => {
    expect(readFileSync(exported('first', 'manifest.json'), 'utf8')).not.toContain(edition.folder);
    expect(manifest('first').date).toBe('2026-11-30');
  });

  test('the README shows its numbers of tau-airline, and a worked report for each kind of verdict', async () => {
    const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
    expect(readme).toContain(await readmeNumbers(exported('latest')));
    const shifts = join(import.meta.dirname, '..', 'fixtures', 'worlds', 'shifts');
    expect(readme).toContain(await workedReports(exported('latest'), shifts));
  });

  test('any DuckDB client slices with intervals: the macros agree with the published ones', async () => {
    const database = await openDatabase(exported('first', 'edition.duckdb'), { readOnly: true });
    const [row] = await database.rows(`
      select
        max(abs(naive_lower - wilson_lower(k, n))) < 1e-12 and max(abs(naive_upper - wilson_upper(k, n))) < 1e-12 as agree,
        wilson_lower(0, 0) is null and wilson_upper(0, 0) is null as guarded
      from slices where not suppressed`);
    const [comment] = await database.rows(
      "select comment from duckdb_columns() where table_name = 'slices' and column_name = 'rate'",
    );
    database.close();
    expect(row).toEqual({ agree: true, guarded: true });
    expect(comment).toEqual({ comment: 'k / n; null with fewer than five tasks. [share of attempts]' });
  });

  test('candor sql asks the newest edition', async () => {
    const sql = "select count(*) as attempts from attempt_honesty where world = 'tau-airline'";
    expect(await candor(['sql', sql], edition.folder)).toEqual({
      exitCode: 0,
      stdout: 'attempts\n200\n',
      stderr: '',
    });
    const csv = await candor(['sql', '--csv', "select 'a,b' as x, null as y, '' as z"], edition.folder);
    expect(csv.stdout).toBe('x,y,z\n"a,b",,""\n');
    const json = await candor(['sql', '--json', 'select 0.10::decimal(4,2) as d'], edition.folder);
    expect(JSON.parse(json.stdout)).toEqual([{ d: '0.10' }]);
    const wrong = await candor(['sql', 'selec 1'], edition.folder);
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toBe(
      'candor: the query cannot be run: Parser Error: syntax error at or near "selec"\n',
    );
  });
});

describe('candor sql reads the edition, and nothing else', () => {
  const ONE = 'give one query: a select, without another statement behind it';
  const disabled = (what: string) =>
    `the query cannot be run: Permission Error: Cannot access ${what} - file system operations are disabled by configuration`;
  const refused: [string, string][] = [
    ["copy slices to 'x.csv'", disabled('file "x.csv"')],
    ["from read_text('edition.yml')", disabled('file "edition.yml"')],
    ['select 1; select 2', ONE],
    [' ', ONE],
    [
      'from slicez',
      'the query cannot be run: Catalog Error: Table with name slicez does not exist! Did you mean "slices"?',
    ],
  ];
  test.each(refused)('%s', async (query, message) => {
    const { exitCode, stdout, stderr } = await candor(['sql', query], edition.folder);
    expect([exitCode, stdout, stderr]).toEqual([2, '', `candor: ${message}\n`]);
  });
});

describe('another run', () => {
  test('with nothing changed: up to date, nothing built, nothing new', async () => {
    const { exitCode, stderr, stdout } = await run();
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/0 built, \d+ unchanged/);
    expect(stderr).toContain('up to date   exports/first');
    expect(stdout).toBe('exports/first\n');
    expect(readdirSync(exported()).sort()).toEqual(['first', 'latest']);
  });

  test('from nothing, elsewhere, with one thread, in another time zone: the same files', async () => {
    const other = temporaryEdition();
    await candor(['edition', '--threads', '1'], other.folder, {
      env: { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    });
    const sums = (folder: string) =>
      readFileSync(join(folder, 'exports', 'first', 'SHA256SUMS'), 'utf8')
        .split('\n')
        .filter(line => !line.endsWith('edition.duckdb'));
    expect(sums(other.folder)).toEqual(sums(edition.folder));
    other.remove();
  });

  test('with another setting: the next free name, nothing overwritten; back again: the first is up to date', async () => {
    const before = readFileSync(exported('first', 'SHA256SUMS'), 'utf8');
    rewrite(edition.config, yml => yml.replace('minor_cost: 0.25', 'minor_cost: 0.5 '));
    expect((await run()).stdout).toBe('exports/first.1\n');
    expect(readlinkSync(exported('latest'))).toBe('first.1');
    expect(manifest('first.1').root).not.toBe(manifest('first').root);
    expect(readFileSync(exported('first', 'SHA256SUMS'), 'utf8')).toBe(before);
    rewrite(edition.config, yml => yml.replace('minor_cost: 0.5 ', 'minor_cost: 0.25'));
    expect((await run()).stdout).toBe('exports/first\n');
    expect(readlinkSync(exported('latest'))).toBe('first');
  });

  test('where a published file was damaged: it is not up to date, a whole edition is made beside it', async () => {
    appendFileSync(exported('first', 'tables', 'slices.csv'), 'x');
    expect((await run()).stdout).toBe('exports/first.2\n');
    expect((await candor(['verify', 'exports/first.2'], edition.folder)).exitCode).toBe(0);
    const damaged = await candor(['verify', 'exports/first'], edition.folder);
    expect(damaged.exitCode).toBe(1);
    expect(damaged.stderr).toMatch(/^not verified: 3 of \d+ checks failed, 1 skipped\n$/);
    expect(damaged.stdout).toMatch(/^failed {3}checksums: tables\/slices\.csv: sha256 is /m);
  });
});

test('a world alone: without tables, lists and tools, or with them', async () => {
  const alone = async (other: string) => {
    const drop = new RegExp(`  ${other}: .*\\n|  - world: ${other}\\n.*\\n.*\\n`, 'g');
    const one = temporaryEdition(yml => yml.replace(drop, ''));
    const { exitCode } = await candor(['edition'], one.folder);
    const sql = 'select distinct world, count(*) as n from attempt_honesty group by all';
    const rows = await candor(['sql', '--csv', sql], one.folder);
    one.remove();
    return [exitCode, rows.stdout];
  };
  expect(await alone('shifts')).toEqual([0, 'world,n\ntau-airline,200\n']);
  expect(await alone('tau-airline')).toEqual([0, 'world,n\nshifts,61\n']);
});

describe('an edition exists whole or not at all', () => {
  test('killed in the middle of the export: no edition, and the next run succeeds', async () => {
    const killed = temporaryEdition();
    const staging = join(killed.folder, 'exports', '.staging');
    const { exitCode } = await candor(['edition'], killed.folder, {
      onStderr: (text, kill) => {
        if (!/models: /.test(text)) return;
        const wait = setInterval(() => {
          if (!existsSync(join(staging, 'tables'))) return;
          clearInterval(wait);
          kill('SIGKILL');
        }, 1);
      },
    });
    expect(exitCode).toBeNull();
    expect(readdirSync(join(killed.folder, 'exports'))).toEqual(['.staging']);
    expect((await candor(['edition'], killed.folder)).stdout).toBe('exports/first\n');
    expect(readdirSync(join(killed.folder, 'exports')).sort()).toEqual(['first', 'latest']);
    killed.remove();
  });

  test('interrupted: one line, no edition, and the next run succeeds', async () => {
    const stopped = temporaryEdition();
    let sent = false;
    const { exitCode, stderr } = await candor(['edition'], stopped.folder, {
      onStderr: (text, kill) => {
        if (sent || !text.includes('check.claims')) return;
        sent = true;
        kill('SIGINT');
      },
    });
    expect(exitCode).toBe(3);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      'candor: interrupted by SIGINT; what was built before is kept, run again',
    );
    expect(readdirSync(join(stopped.folder, 'exports'))).not.toContain('first');
    expect((await candor(['edition'], stopped.folder)).stdout).toBe('exports/first\n');
    stopped.remove();
  });

  test('a second writer is told the PID of the first', async () => {
    const busy = temporaryEdition();
    mkdirSync(join(busy.folder, 'target'));
    const path = join(busy.folder, 'target', 'candor.duckdb');
    const holder = await openDatabase(path);
    const { exitCode, stderr } = await candor(['edition'], busy.folder);
    holder.close();
    expect(exitCode).toBe(3);
    expect(stderr).toBe(
      `candor: ${realpathSync(path)}: another process (PID ${process.pid}) is writing; wait for it to end, then run again\n`,
    );
    expect((await candor(['edition'], busy.folder)).exitCode).toBe(0);
    busy.remove();
  });

  test('exports/ that cannot be written: said before anything is built', async () => {
    const blocked = temporaryEdition();
    const path = join(blocked.folder, 'exports');
    writeFileSync(path, 'in the way');
    const { exitCode, stderr } = await candor(['edition'], blocked.folder);
    expect(exitCode).toBe(3);
    expect(stderr).toBe(`candor: ${realpathSync(path)}: not a folder; move it away, then run again\n`);
    rmSync(path);
    expect((await candor(['edition'], blocked.folder)).exitCode).toBe(0);
    blocked.remove();
  });
});

describe('attestation', () => {
  const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'; // of a public test mnemonic
  const signer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

  test('a key that comes later signs the edition that is there; verify wants to know whose signature it is', async () => {
    const { stderr } = await candor(['edition'], edition.folder, { env: { CANDOR_PRIVATE_KEY: key } });
    expect(stderr).toContain(`attestation: ${signer} on chain 11155111`);
    expect(stderr).not.toContain(key.slice(2));
    const verify = (...args: string[]) => candor(['verify', 'exports/latest', ...args], edition.folder);
    expect(await verify()).toMatchObject({ exitCode: 2 });
    const good = await verify('--attester', signer);
    expect(good.exitCode).toBe(0);
    expect(good.stdout).toContain(`signed by ${signer}`);
    expect((await verify('--attester', '0x0000000000000000000000000000000000000001')).exitCode).toBe(1);
  });
});
