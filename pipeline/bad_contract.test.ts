import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { candor, rewrite, temporaryEdition } from '../fixtures/temporary_edition.ts';

const world = 'fixtures/worlds/shifts';

/** What a run says of the world of shifts once it is changed. */
async function failing(change: (folder: string) => void) {
  const edition = temporaryEdition();
  change(join(edition.folder, world));
  const { exitCode, stdout, stderr } = await candor(['lint', 'shifts'], edition.folder);
  edition.remove();
  return { exitCode, stdout, stderr };
}

const refused = (message: string) => ({ exitCode: 2, stdout: '', stderr: `candor: ${message}\n` });
const contract = (from: string, to: string) => (folder: string) =>
  rewrite(join(folder, 'contract.yml'), text => text.replace(from, to));
const gate = (from: string, to: string) => (folder: string) =>
  rewrite(join(folder, 'gates', 'rest_rule.sql'), text => text.replace(from, to));

describe('a contract and its gates', () => {
  test('a gate that reads itself: the cycle', async () => {
    expect(await failing(gate('order by all', "order by all -- {{ ref('shifts_rest_rule') }}"))).toEqual(
      refused(
        `cycle: gates.shifts_rest_rule (${world}/gates/rest_rule.sql) → gates.shifts_rest_rule; one of them must not read the next`,
      ),
    );
  });

  test('two gates that read each other: the whole cycle with its files', async () => {
    const found = await failing(folder => {
      contract('  rest_rule: {fails: part}', '  rest_rule: {fails: part}\n  hours: {fails: part}')(folder);
      cpSync(join(folder, 'gates', 'rest_rule.yml'), join(folder, 'gates', 'hours.yml'));
      writeFileSync(join(folder, 'gates', 'hours.sql'), "select * from {{ ref('shifts_rest_rule') }}\n");
      gate('order by all', "order by all -- {{ ref('shifts_hours') }}")(folder);
    });
    expect(found).toEqual(
      refused(
        `cycle: gates.shifts_hours (${world}/gates/hours.sql) → gates.shifts_rest_rule (${world}/gates/rest_rule.sql) → gates.shifts_hours; one of them must not read the next`,
      ),
    );
  });

  test('a gate of an unknown model, or of an unknown state table', async () => {
    expect(await failing(gate('order by all', "order by all -- {{ ref('clams') }}"))).toEqual(
      refused(`${world}/gates/rest_rule.sql:16: ref('clams'): no such model; did you mean 'claims'?`),
    );
    expect(await failing(gate("'shifts'", "'shfts'"))).toEqual(
      refused(
        `${world}/gates/rest_rule.sql:6: the world shifts has no state table "shfts"; did you mean "shifts"?`,
      ),
    );
  });

  test('a gate that is nowhere, or has no contract of its own', async () => {
    expect(await failing(contract('  rest_rule: {fails', '  rest_rul: {fails'))).toEqual(
      refused(
        `${world}/contract.yml:17: gates.rest_rul: ${world}/gates/rest_rul.sql: no such file; write the gate as a model`,
      ),
    );
    expect(await failing(folder => rmSync(join(folder, 'gates', 'rest_rule.yml')))).toEqual(
      refused(`${world}/gates/rest_rule.sql: no contract; write rest_rule.yml beside it`),
    );
  });

  test('the contract of another world', async () => {
    expect(await failing(contract('world: shifts', 'world: shift'))).toEqual(
      refused(
        `${world}/contract.yml:1: world: it is the contract of "shift", not of "shifts"; name it so in worlds`,
      ),
    );
  });

  test('a folder, an empty file, no file', async () => {
    const path = (folder: string) => join(folder, 'contract.yml');
    const found = await failing(folder => {
      rmSync(path(folder));
      mkdirSync(path(folder));
    });
    expect(found).toEqual(refused(`${world}/contract.yml: a folder; name a file`));
    expect(await failing(folder => writeFileSync(path(folder), ''))).toEqual(
      refused(`${world}/contract.yml:1: must be a map of fields, and nothing is there`),
    );
    expect(await failing(folder => rmSync(path(folder)))).toEqual(
      refused(
        `edition.yml:8: worlds.shifts: ${world}/contract.yml: no such file; name the contract of the world`,
      ),
    );
  });
});
