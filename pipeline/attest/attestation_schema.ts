import {
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  keccak256,
  parseAbiParameters,
  stringToHex,
  zeroAddress,
} from 'viem';

/** What is attested. Its UID on every chain: {@link attestationSchemaUid}. */
export const attestationSchema =
  'bytes32 root, bytes32 manifestSha256, string edition, uint64 attempts, uint32 tables, string uri';

/** What an attestation says of an edition: hashes as hex without 0x, `date` as YYYY-MM-DD. */
export type AttestedFacts = {
  readonly root: string;
  readonly manifestSha256: string;
  readonly edition: string;
  readonly date: string;
  readonly attempts: number;
  readonly tables: number;
  readonly uri: string;
};

/**
 * The EIP-712 types of an off-chain attestation of EAS, version 2.
 * Source: https://github.com/ethereum-attestation-service/eas-sdk, src/offchain/offchain.ts (MIT).
 */
export const attestationTypes = {
  Attest: [
    { name: 'version', type: 'uint16' },
    { name: 'schema', type: 'bytes32' },
    { name: 'recipient', type: 'address' },
    { name: 'time', type: 'uint64' },
    { name: 'expirationTime', type: 'uint64' },
    { name: 'revocable', type: 'bool' },
    { name: 'refUID', type: 'bytes32' },
    { name: 'data', type: 'bytes' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const;

/** Name and version of the EIP-712 domain; 0.26 is the version of the EAS contracts on Ethereum and Sepolia. */
export const attestationDomain = { name: 'EAS Attestation', version: '0.26' } as const;

/** The version of the off-chain format. */
export const OFFCHAIN_VERSION = 2;

/** The UID of the schema, revocable and without resolver, as the EAS schema registry computes it. */
export function attestationSchemaUid(): Hex {
  return keccak256(encodePacked(['string', 'address', 'bool'], [attestationSchema, zeroAddress, true]));
}

/** The facts as the ABI encoding of {@link attestationSchema}. The date is not in it: it is the attestation's time. */
export function encodeFacts(facts: AttestedFacts): Hex {
  return encodeAbiParameters(parseAbiParameters(attestationSchema), [
    `0x${facts.root}`,
    `0x${facts.manifestSha256}`,
    facts.edition,
    BigInt(facts.attempts),
    facts.tables,
    facts.uri,
  ]);
}

/** The facts in ABI-encoded data; undefined if these are not the only bytes that say so. */
export function decodeFacts(data: Hex): Omit<AttestedFacts, 'date'> | undefined {
  try {
    const decoded = decodeAbiParameters(parseAbiParameters(attestationSchema), data);
    const [root, manifestSha256, edition, attempts, tables, uri] = decoded;
    const canonical = encodeAbiParameters(parseAbiParameters(attestationSchema), decoded);
    if (canonical !== data || attempts > Number.MAX_SAFE_INTEGER) return undefined;
    return {
      root: root.slice(2),
      manifestSha256: manifestSha256.slice(2),
      edition,
      attempts: Number(attempts),
      tables,
      uri,
    };
  } catch {
    return undefined;
  }
}

/** The time of an attestation: the edition's date at 00:00 UTC, in seconds. */
export function attestedTime(date: string): bigint {
  return BigInt(Date.parse(`${date}T00:00:00Z`) / 1000);
}

/** What of a signed message its UID covers: all but what is always zero. */
export type UidParts = {
  readonly schema: Hex;
  readonly recipient: Hex;
  readonly time: bigint;
  readonly expirationTime: bigint;
  readonly revocable: boolean;
  readonly refUID: Hex;
  readonly data: Hex;
  readonly salt: Hex;
};

/**
 * The UID of an off-chain attestation of version 2. EAS packs the ASCII text of the schema UID, not its 32 bytes, and a zero attester and bump.
 */
export function attestationUid(message: UidParts): Hex {
  return keccak256(
    concatHex([
      encodePacked(['uint16'], [OFFCHAIN_VERSION]),
      stringToHex(message.schema),
      encodePacked(
        ['address', 'address', 'uint64', 'uint64', 'bool', 'bytes32', 'bytes', 'bytes32', 'uint32'],
        [
          message.recipient,
          zeroAddress,
          message.time,
          message.expirationTime,
          message.revocable,
          message.refUID,
          message.data,
          message.salt,
          0,
        ],
      ),
    ]),
  );
}
