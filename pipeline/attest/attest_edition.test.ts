import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { keccak256, stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTinyEdition, reseal, type TinyEdition } from '../../fixtures/tiny_edition.ts';
import { attestEdition } from './attest_edition.ts';
import type { Check } from './check.ts';
import { verifyEdition } from './verify_edition.ts';

const publisherKey = keccak256(stringToHex('a publisher'));
const strangerKey = keccak256(stringToHex('a stranger'));
const account = privateKeyToAccount(publisherKey);
const stranger = privateKeyToAccount(strangerKey);
const attestation = { chain: 11155111, contract: '0xC2679fBD37d54388Ce493F1DB75320D236e1815e', uri: '' };

let edition: TinyEdition;
beforeAll(async () => {
  edition = await createTinyEdition();
});
afterAll(() => edition.remove());

/** Signs, and gives the path of the attestation that came. */
async function attest(folder: string, key: string = publisherKey): Promise<string> {
  const names = () =>
    existsSync(join(folder, 'attestations')) ? readdirSync(join(folder, 'attestations')) : [];
  const before = names();
  await attestEdition(folder, { attestation, folder }, { CANDOR_PRIVATE_KEY: key });
  return `attestations/${names().find(name => !before.includes(name))}`;
}

const failed = (checks: readonly Check[]) => checks.filter(check => check.status === 'failed');

describe('verifyEdition of what attestEdition signed', () => {
  const verify = (folder: string, attester = account.address) =>
    verifyEdition(folder, { attester, filesOnly: true });

  test('names signer and EAS instance', async () => {
    let path = '';
    const folder = await edition.tampered(async copy => {
      path = await attest(copy);
      // a second time adds nothing
      expect(await attest(copy)).toBe('attestations/undefined');
    });
    const expected = {
      check: path.replace('attestations/', 'attestation '),
      status: 'ok',
      detail: `signed by ${account.address} for EAS ${attestation.contract} on chain 11155111`,
    };
    expect((await verify(folder)).at(-1)).toEqual(expected);
    expect((await verifyEdition(folder, { anyAttester: true })).at(-1)).toEqual(expected);
    expect(failed(await verifyEdition(folder, { anyAttester: true }))).toEqual([]);
  });

  test('never replaces an attestation', async () => {
    let path = '';
    const folder = await edition.tampered(async copy => {
      path = await attest(copy);
      appendFileSync(join(copy, path), ' ');
    });
    await expect(attest(folder)).rejects.toMatchObject({
      exitCode: 1,
      message: `${join(folder, path)}: holds another attestation of the same UID; attestations are never replaced`,
    });
  });

  test('fails when another signed, or nobody', async () => {
    const folder = await edition.tampered(copy => attest(copy, strangerKey));
    const checks = await verify(folder);
    expect(failed(checks).map(check => check.detail)).toEqual([
      `signed by ${stranger.address}, not by ${account.address}`,
    ]);
    expect(failed(await verify(edition.original)).map(check => check.detail)).toEqual([
      `none, and ${account.address} should have signed`,
    ]);
  });

  test('skips what others signed when the expected attester did', async () => {
    const folder = await edition.tampered(async copy => {
      await attest(copy);
      await attest(copy, strangerKey);
    });
    const statusOf = (await verify(folder)).slice(-2).map(check => check.status);
    expect(statusOf.sort()).toEqual(['ok', 'skipped']);
  });

  test('fails when the manifest was changed after signing', async () => {
    const folder = await edition.tampered(async copy => {
      await attest(copy);
      await reseal(copy, manifest => {
        manifest.title = 'Another title';
      });
    });
    const [found, ...others] = failed(await verify(folder));
    expect(others).toEqual([]);
    expect(found?.detail).toMatch(/^0x\w{64}\.json: manifestSha256 is \w{64}, the edition's is \w{64}$/);
  });

  test('fails for a file that is not named after its UID', async () => {
    const other = `0x${'0'.repeat(64)}.json`;
    const folder = await edition.tampered(async copy => {
      const path = await attest(copy);
      cpSync(join(copy, path), join(copy, 'attestations', other));
      mkdirSync(join(copy, 'attestations/x.json'));
      mkdirSync(join(copy, `attestations/0x${'1'.repeat(64)}.json`));
    });
    const details = failed(await verify(folder)).map(check => check.detail);
    expect(details).toEqual([
      expect.stringMatching(new RegExp(`^${other}: should be named 0x\\w{64}\\.json$`)),
      `0x${'1'.repeat(64)}.json: a folder, not a file; take the edition from the publisher again`,
      'x.json: not named after a UID',
    ]);
  });

  test.each([
    [
      {},
      /: attested; say by whom it should be with --attester 0x…, or --any-attester to take whoever signed$/,
    ],
    [{ attester: '0x12' }, /^--attester 0x12: not an address; give 0x and 40 hex digits$/],
    [{ attester: account.address, anyAttester: true }, /^--attester and --any-attester: give one of them$/],
  ])('refuses the options %o', async (options, message) => {
    const folder = await edition.tampered(copy => attest(copy));
    const failure = await verifyEdition(folder, options).catch(error => error);
    expect(failure.exitCode).toBe(2);
    expect(failure.message).toMatch(message);
  });
});

describe('attestEdition', () => {
  test('says none without a key', async () => {
    const configuration = { attestation, folder: edition.original };
    expect(await attestEdition(edition.original, configuration, { CANDOR_PRIVATE_KEY: ' ' })).toBe('none');
    expect(existsSync(join(edition.original, 'attestations'))).toBe(false);
  });

  test('says who signed', async () => {
    const folder = await edition.tampered(() => {});
    const said = await attestEdition(folder, { attestation, folder }, { CANDOR_PRIVATE_KEY: publisherKey });
    expect(said).toBe(`${account.address} on chain 11155111`);
  });
});
