import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import vectors from '../../fixtures/standards/web3_secret_storage.json' with { type: 'json' };
import { signingAccount } from './key.ts';

const folder = mkdtempSync(join(tmpdir(), "it's keys "));
const expected = privateKeyToAccount(`0x${vectors.key}`).address;

beforeAll(() => {
  for (const [name, keystore] of Object.entries(vectors.keystores)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(keystore));
  }
  writeFileSync(join(folder, 'password'), `${vectors.password}\n`);
  writeFileSync(join(folder, 'no keystore'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('signingAccount', () => {
  test('is none when nothing is configured', async () => {
    expect(await signingAccount({ environment: { CANDOR_PRIVATE_KEY: '' }, folder })).toBeUndefined();
  });

  test.each([vectors.key, `0x${vectors.key}`, ` 0x${vectors.key.toUpperCase()}\n`])(
    'reads the key in the environment, written as %j',
    async key => {
      const account = await signingAccount({ environment: { CANDOR_PRIVATE_KEY: key }, folder });
      expect(account?.address).toBe(expected);
    },
  );

  test('decrypts the published PBKDF2 keystore with the password in the environment', async () => {
    const environment = { CANDOR_KEYSTORE_PASSWORD: vectors.password };
    const account = await signingAccount({ environment, keystore: 'pbkdf2.json', folder });
    expect(account?.address).toBe(expected);
  });

  test('decrypts the published scrypt keystore with the password in a file', async () => {
    const environment = { CANDOR_KEYSTORE_PASSWORD_FILE: join(folder, 'password') };
    const account = await signingAccount({ environment, keystore: 'scrypt.json', folder });
    expect(account?.address).toBe(expected);
  });

  test('takes the key in the environment before the keystore', async () => {
    const environment = { CANDOR_PRIVATE_KEY: vectors.key };
    expect((await signingAccount({ environment, keystore: 'missing.json', folder }))?.address).toBe(expected);
  });

  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
  test.each(['secret', vectors.key.slice(1), '0'.repeat(64), order])(
    'refuses the key %s and does not repeat it',
    async key => {
      const failure = await signingAccount({ environment: { CANDOR_PRIVATE_KEY: key }, folder }).catch(
        e => e,
      );
      expect(failure).toMatchObject({
        exitCode: 2,
        message: 'CANDOR_PRIVATE_KEY: not a private key of secp256k1; give 0x and 64 hex digits',
      });
      expect(failure.cause).toBeUndefined();
    },
  );

  test.each([
    [
      'pbkdf2.json',
      {},
      ': no password; set CANDOR_KEYSTORE_PASSWORD or CANDOR_KEYSTORE_PASSWORD_FILE, or remove attestation.keystore',
    ],
    [
      'pbkdf2.json',
      { CANDOR_KEYSTORE_PASSWORD: 'wrong' },
      ': cannot be decrypted; is it a keystore (version 3), and the password its own?',
    ],
    [
      'no keystore',
      { CANDOR_KEYSTORE_PASSWORD: 'x' },
      ': cannot be decrypted; is it a keystore (version 3), and the password its own?',
    ],
    [
      'missing',
      { CANDOR_KEYSTORE_PASSWORD: 'x' },
      ': cannot be read; attestation.keystore must name an encrypted keystore',
    ],
  ])('refuses the keystore %s with %o', async (keystore, environment, problem) => {
    const failure = await signingAccount({ environment, keystore, folder }).catch(e => e);
    expect(failure).toMatchObject({ exitCode: 2, message: `${join(folder, keystore)}${problem}` });
    expect(failure.cause).toBeUndefined();
  });

  test('refuses a password file that is not there', async () => {
    const environment = { CANDOR_KEYSTORE_PASSWORD_FILE: '/no/such/file' };
    await expect(signingAccount({ environment, keystore: 'pbkdf2.json', folder })).rejects.toMatchObject({
      exitCode: 2,
      message: 'CANDOR_KEYSTORE_PASSWORD_FILE: /no/such/file: cannot be read; name a file that can',
    });
  });
});
