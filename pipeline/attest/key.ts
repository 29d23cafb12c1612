import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Hex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { misuse } from '../failure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a key may come from: the environment, and the keystore that `edition.yml` names, relative to its folder. */
export type KeySource = {
  readonly environment: Environment;
  readonly keystore?: string | undefined;
  readonly folder: string;
};

/**
 * The account that signs: from `CANDOR_PRIVATE_KEY`, else from the keystore, whose password is in `CANDOR_KEYSTORE_PASSWORD` or in the file that
 * `CANDOR_KEYSTORE_PASSWORD_FILE` names. No key, password or cause of an error leaves this module.
 *
 * @returns undefined when neither is configured
 * @throws Failure 2 for a key, keystore or password that does not work
 */
export async function signingAccount(source: KeySource): Promise<PrivateKeyAccount | undefined> {
  const key = source.environment.CANDOR_PRIVATE_KEY?.trim();
  if (key) return account(key, 'CANDOR_PRIVATE_KEY');
  if (!source.keystore) return undefined;
  const path = resolve(source.folder, source.keystore);
  return account(await decryptKeystore(path, password(path, source.environment)), path);
}

function account(key: string, where: string): PrivateKeyAccount {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(key)?.[1];
  try {
    if (digits) return privateKeyToAccount(`0x${digits}`);
  } catch {
    // out of the curve's range; the library's message may hold the key
  }
  throw misuse(`${where}: not a private key of secp256k1; give 0x and 64 hex digits`);
}

function password(keystore: string, environment: Environment): string {
  const given = environment.CANDOR_KEYSTORE_PASSWORD;
  if (given) return given;
  const file = environment.CANDOR_KEYSTORE_PASSWORD_FILE;
  if (!file) {
    throw misuse(
      `${keystore}: no password; set CANDOR_KEYSTORE_PASSWORD or CANDOR_KEYSTORE_PASSWORD_FILE, or remove attestation.keystore`,
    );
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw misuse(`CANDOR_KEYSTORE_PASSWORD_FILE: ${file}: cannot be read; name a file that can`);
  }
}

/** Web3 secret storage, version 3: the format Ethereum wallets write. */
async function decryptKeystore(path: string, secret: string): Promise<Hex> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw misuse(`${path}: cannot be read; attestation.keystore must name an encrypted keystore`);
  }
  const Keystore = await import('ox/Keystore');
  try {
    const keystore: Parameters<typeof Keystore.decrypt>[0] = JSON.parse(text);
    return Keystore.decrypt(keystore, Keystore.toKey(keystore, { password: secret }));
  } catch {
    throw misuse(`${path}: cannot be decrypted; is it a keystore (version 3), and the password its own?`);
  }
}
