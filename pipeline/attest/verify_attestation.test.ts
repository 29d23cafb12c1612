import { createRequire } from 'node:module';
import { keccak256, stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../digest/canonical_json.ts';
import { signAttestation } from './attestation.ts';
import { attestationSchema, attestationSchemaUid, attestationUid } from './attestation_schema.ts';
import { verifyAttestation } from './verify_attestation.ts';

const account = privateKeyToAccount(keccak256(stringToHex('a publisher')));
const stranger = privateKeyToAccount(keccak256(stringToHex('a stranger')));
const instance = { chain: 11155111, contract: '0xc2679fbd37d54388ce493f1db75320d236e1815e' };
const facts = {
  root: '11'.repeat(32),
  manifestSha256: '22'.repeat(32),
  edition: '2026-11',
  date: '2026-11-30',
  attempts: 1234,
  tables: 3,
  uri: 'https://example.org/editions/2026-11',
};
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

type Message = Parameters<typeof attestationUid>[0] & { [field: string]: unknown };
type AttestationFile = {
  signer: string;
  sig: { uid: string; message: Message; signature: { r: string; s: string; v: number } };
};

let json: string;
beforeAll(async () => {
  json = (await signAttestation(facts, account, instance)).json;
});

const bytes = (text: string) => new TextEncoder().encode(text);
const verify = (text: string, expected: Partial<Parameters<typeof verifyAttestation>[1]> = {}) =>
  verifyAttestation(bytes(text), { facts, attester: account.address, ...expected });

/** The attestation, changed in one place. */
function changed(change: (file: AttestationFile) => void): string {
  const file: AttestationFile = JSON.parse(json);
  change(file);
  return canonicalJson(file);
}

/** With the UID made right again, so that what comes after it is reached. */
function resealed(field: keyof Message, value: (before: unknown) => string): string {
  return changed(({ sig }) => {
    const message: Message = { ...sig.message, [field]: value(sig.message[field]) };
    const time = BigInt(message.time);
    sig.message = message;
    sig.uid = attestationUid({ ...message, time, expirationTime: 0n });
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Sets one field, wherever it is. */
const at = (path: string, value: unknown) =>
  changed(file => {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let target: Record<string, unknown> = file;
    for (const name of names) {
      const next = target[name];
      if (!isObject(next)) throw new Error(`no ${name} in ${path}`);
      target = next;
    }
    target[last] = value;
  });

describe('verifyAttestation', () => {
  test('takes what the SDK signed, from the expected attester', async () => {
    const found = await verify(json, { attester: account.address.toLowerCase() });
    expect(found).toEqual({
      uid: JSON.parse(json).sig.uid,
      attester: account.address,
      chain: '11155111',
      contract: '0xC2679fBD37d54388Ce493F1DB75320D236e1815e',
      uri: facts.uri,
    });
    expect(await verify(json, { attester: 'any' })).toEqual(found);
  });

  test('agrees with the SDK on the UID of the schema', () => {
    const { SchemaRegistry }: typeof import('@ethereum-attestation-service/eas-sdk') = createRequire(
      import.meta.url,
    )('@ethereum-attestation-service/eas-sdk');
    const zero = `0x${'0'.repeat(40)}`;
    expect(attestationSchemaUid()).toBe(SchemaRegistry.getSchemaUID(attestationSchema, zero, true));
  });

  test('signs the same facts with the same bytes, and another signer under another UID', async () => {
    expect((await signAttestation(facts, account, instance)).json).toBe(json);
    const other = await signAttestation(facts, stranger, instance);
    expect(other.uid).not.toBe(JSON.parse(json).sig.uid);
  });

  test.each([
    ['root', '33'.repeat(32)],
    ['manifestSha256', '33'.repeat(32)],
    ['edition', '2026-12'],
    ['attempts', 1235],
    ['tables', 4],
    ['uri', 'https://example.org/other'],
  ] as const)('refuses another %s', async (field, value) => {
    await expect(verify(json, { facts: { ...facts, [field]: value } })).rejects.toMatchObject({
      exitCode: 1,
      message: `attestation: ${field} is ${facts[field]}, the edition's is ${value}`,
    });
  });

  test('refuses another date', async () => {
    await expect(verify(json, { facts: { ...facts, date: '2026-12-01' } })).rejects.toMatchObject({
      exitCode: 1,
      message: "attestation: time is 1795996800, the edition's date is 2026-12-01 (1796083200)",
    });
  });

  test('refuses another signer', async () => {
    await expect(verify(json, { attester: stranger.address })).rejects.toMatchObject({
      exitCode: 1,
      message: `attestation: signed by ${account.address}, not by ${stranger.address}`,
    });
  });

  test('refuses a signer that the file only names', async () => {
    const forged = changed(file => {
      file.signer = stranger.address;
    });
    await expect(verify(forged, { attester: stranger.address })).rejects.toMatchObject({
      exitCode: 1,
      message: `attestation: signed by ${account.address}, not by ${stranger.address} as it says`,
    });
  });

  test.each([
    ['schema', '0x'.padEnd(66, '5'), `schema ${'0x'.padEnd(66, '5')} is not that of an edition, `],
    ['time', '1795996801', "time is 1795996801, the edition's date is 2026-11-30 (1795996800)"],
    ['data', '0x00', 'data is not the encoding of the schema'],
    ['salt', '0x'.padEnd(66, '5'), 'signed by 0x'],
  ])('refuses a changed %s, even with its UID', async (field, value, problem) => {
    const forged = resealed(field, () => value);
    const failure = await verify(forged).catch(error => error);
    expect(failure.exitCode).toBe(1);
    expect(failure.message.slice(0, 13 + problem.length)).toBe(`attestation: ${problem}`);
  });

  test('refuses data with bytes after its end', async () => {
    const forged = resealed('data', data => `${data}${'00'.repeat(32)}`);
    await expect(verify(forged)).rejects.toMatchObject({
      message: 'attestation: data is not the encoding of the schema',
    });
  });

  test('refuses a changed message under the old UID', async () => {
    const forged = at('sig.message.salt', '0x'.padEnd(66, '5'));
    await expect(verify(forged)).rejects.toMatchObject({
      exitCode: 1,
      message: 'attestation: the UID is not that of the message',
    });
  });

  test('refuses the mirrored signature with a high s', async () => {
    const forged = changed(file => {
      const signature = file.sig.signature;
      signature.s = `0x${(ORDER - BigInt(signature.s)).toString(16).padStart(64, '0')}`;
      signature.v = 55 - signature.v;
    });
    await expect(verify(forged)).rejects.toMatchObject({
      exitCode: 1,
      message: "attestation: the signature's s is high (EIP-2)",
    });
  });

  test.each([
    ['sig.signature.v', 0, 'sig.signature.v: Invalid input'],
    ['sig.signature.v', 1, 'sig.signature.v: Invalid input'],
    ['sig.version', 1, 'sig.version: Invalid input: expected 2'],
    ['sig.domain.name', 'EAS', 'sig.domain.name: Invalid input: expected "EAS Attestation"'],
    ['sig.domain.version', '1.0', 'sig.domain.version: Invalid input: expected "0.26"'],
    ['sig.primaryType', 'Attestation', 'sig.primaryType: Invalid input: expected "Attest"'],
    [
      'sig.types.Attest.6.type',
      'bytes',
      'sig.types: must be the types of an off-chain attestation, version 2',
    ],
    ['sig.message.revocable', false, 'sig.message.revocable: Invalid input: expected true'],
    ['sig.message.expirationTime', '1', 'sig.message.expirationTime: Invalid input: expected "0"'],
    ['sig.message.time', '01', 'sig.message.time: must be an integer as text'],
    ['sig.message.salt', `0x${'A'.repeat(64)}`, 'sig.message.salt: must be 0x and lower-case hex digits'],
    ['note', 'x', 'field note is not signed; nothing else may stand in the file'],
    ['sig.note', 'x', 'field sig.note is not signed; nothing else may stand in the file'],
    ['sig.domain.salt', 'x', 'field sig.domain.salt is not signed; nothing else may stand in the file'],
    ['sig.message.note', 'x', 'field sig.message.note is not signed; nothing else may stand in the file'],
    [
      'sig.signature.yParity',
      1,
      'field sig.signature.yParity is not signed; nothing else may stand in the file',
    ],
  ])('refuses %s = %o', async (path, value, problem) => {
    await expect(verify(at(path, value))).rejects.toMatchObject({
      exitCode: 1,
      message: `attestation: ${problem}`,
    });
  });

  test.each([
    ['sig.domain.chainId', '1'],
    ['sig.domain.verifyingContract', '0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587'],
  ])('refuses %s = %s, even from any attester', async (path, value) => {
    const failure = await verify(at(path, value), { attester: 'any' }).catch(error => error);
    expect(failure.message).toMatch(/^attestation: signed by 0x\w{40}, not by 0x\w{40} as it says$/);
  });

  test('refuses a signature that is no point of the curve', async () => {
    const forged = at('sig.signature.r', `0x${'f'.repeat(64)}`);
    await expect(verify(forged)).rejects.toMatchObject({
      exitCode: 1,
      message: 'attestation: the signature is none of secp256k1',
    });
  });
});
