import { isDeepStrictEqual } from 'node:util';
import { getAddress, type Hex, hashTypedData, isAddress, recoverAddress, zeroAddress, zeroHash } from 'viem';
import * as z from 'zod';
import { parseStrictJson } from '../digest/canonical_json.ts';
import { refusal } from '../failure.ts';
import {
  type AttestedFacts,
  attestationDomain,
  attestationSchemaUid,
  attestationTypes,
  attestationUid,
  attestedTime,
  decodeFacts,
  OFFCHAIN_VERSION,
} from './attestation_schema.ts';

/** What an attestation must say, and who must have signed it. Without `uri` any is taken: it is no part of the edition. */
export type ExpectedAttestation = {
  readonly facts: Omit<AttestedFacts, 'uri'> & { readonly uri?: string };
  readonly attester: string | 'any';
};

/** A valid attestation. `chain` and `contract` name the EAS instance for which it was signed. */
export type VerifiedAttestation = {
  readonly uid: Hex;
  readonly attester: Hex;
  readonly chain: string;
  readonly contract: Hex;
  readonly uri: string;
};

/** Half of the order of secp256k1: a signature with a greater s is the mirror of one with a smaller. EIP-2, SEC 2 section 2.4.1. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const hex = z.custom<Hex>(value => typeof value === 'string' && /^0x([0-9a-f]{2})*$/.test(value), {
  message: 'must be 0x and lower-case hex digits',
});
const hash = hex.refine(value => value.length === 66, { message: 'must have 64 hex digits' });
const address = z.custom<Hex>(
  value => typeof value === 'string' && isAddress(value, { strict: false }) && getAddress(value) === value,
  { message: 'must be an address with its checksum (EIP-55)' },
);
const integer = z.string().regex(/^(0|[1-9]\d{0,18})$/, { message: 'must be an integer as text' });

/** Strict at every level: a field that nobody signed is refused. */
const file = z.strictObject({
  signer: address,
  sig: z.strictObject({
    version: z.literal(OFFCHAIN_VERSION),
    uid: hash,
    domain: z.strictObject({
      name: z.literal(attestationDomain.name),
      version: z.literal(attestationDomain.version),
      chainId: integer,
      verifyingContract: address,
    }),
    primaryType: z.literal('Attest'),
    types: z.custom<typeof attestationTypes>(value => isDeepStrictEqual(value, attestationTypes), {
      message: `must be the types of an off-chain attestation, version ${OFFCHAIN_VERSION}`,
    }),
    message: z.strictObject({
      version: z.literal(OFFCHAIN_VERSION),
      schema: hash,
      recipient: z.literal(zeroAddress),
      time: integer,
      expirationTime: z.literal('0'),
      revocable: z.literal(true),
      refUID: z.literal(zeroHash),
      data: hex,
      salt: hash,
    }),
    signature: z.strictObject({
      v: z.union([z.literal(27), z.literal(28)]),
      r: hash,
      s: hash,
    }),
  }),
});

type Message = z.output<typeof file>['sig']['message'];

/**
 * Checks an off-chain attestation without the SDK that made it: canonical JSON without a field too many, domain and types as they must be, UID,
 * schema, time, every attested fact, a signature with low s and v of 27 or 28, and its signer.
 *
 * @param name what the bytes are, for the messages
 * @throws Failure 1 naming what does not hold
 */
export async function verifyAttestation(
  bytes: Uint8Array,
  expected: ExpectedAttestation,
  name = 'attestation',
): Promise<VerifiedAttestation> {
  const parsed = file.safeParse(parseStrictJson(bytes, name));
  if (!parsed.success) throw refusal(`${name}: ${firstIssue(parsed.error)}`);
  const { signer, sig } = parsed.data;
  const message = {
    ...sig.message,
    time: BigInt(sig.message.time),
    expirationTime: 0n,
  };
  if (attestationUid(message) !== sig.uid) throw refusal(`${name}: the UID is not that of the message`);
  const uri = checkFacts(sig.message, expected.facts, name);
  if (BigInt(sig.signature.s) > HALF_ORDER) throw refusal(`${name}: the signature's s is high (EIP-2)`);
  const attester = await recovered(
    hashTypedData({
      domain: {
        ...attestationDomain,
        chainId: BigInt(sig.domain.chainId),
        verifyingContract: sig.domain.verifyingContract,
      },
      types: attestationTypes,
      primaryType: 'Attest',
      message,
    }),
    sig.signature,
    name,
  );
  if (attester !== signer) throw refusal(`${name}: signed by ${attester}, not by ${signer} as it says`);
  if (expected.attester !== 'any' && getAddress(expected.attester) !== attester) {
    throw refusal(`${name}: signed by ${attester}, not by ${getAddress(expected.attester)}`);
  }
  return { uid: sig.uid, attester, chain: sig.domain.chainId, contract: sig.domain.verifyingContract, uri };
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'not an attestation';
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return `field ${[...issue.path, issue.keys[0]].join('.')} is not signed; nothing else may stand in the file`;
  }
  return `${path || 'the file'}: ${issue.message}`;
}

/** Returns the attested URI. */
function checkFacts(message: Message, facts: ExpectedAttestation['facts'], name: string): string {
  if (message.schema !== attestationSchemaUid()) {
    throw refusal(`${name}: schema ${message.schema} is not that of an edition, ${attestationSchemaUid()}`);
  }
  const time = attestedTime(facts.date);
  if (message.time !== String(time)) {
    throw refusal(`${name}: time is ${message.time}, the edition's date is ${facts.date} (${time})`);
  }
  const attested = decodeFacts(message.data);
  if (!attested) throw refusal(`${name}: data is not the encoding of the schema`);
  for (const field of ['root', 'manifestSha256', 'edition', 'attempts', 'tables', 'uri'] as const) {
    const wanted = facts[field];
    if (wanted !== undefined && attested[field] !== wanted) {
      throw refusal(`${name}: ${field} is ${attested[field]}, the edition's is ${wanted}`);
    }
  }
  return attested.uri;
}

async function recovered(digest: Hex, signature: { r: Hex; s: Hex; v: 27 | 28 }, name: string): Promise<Hex> {
  try {
    return await recoverAddress({
      hash: digest,
      signature: { r: signature.r, s: signature.s, v: BigInt(signature.v) },
    });
  } catch (error) {
    throw refusal(`${name}: the signature is none of secp256k1`, { cause: error });
  }
}
