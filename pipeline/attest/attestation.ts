import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  encodePacked,
  getAddress,
  type Hex,
  keccak256,
  type PrivateKeyAccount,
  zeroAddress,
  zeroHash,
} from 'viem';
import { canonicalJson } from '../digest/canonical_json.ts';
import { refusal } from '../failure.ts';
import {
  type AttestedFacts,
  attestationDomain,
  attestationSchemaUid,
  attestedTime,
  encodeFacts,
  OFFCHAIN_VERSION,
} from './attestation_schema.ts';

// the SDK's ESM build does not load
const require = createRequire(import.meta.url);
type EasSdk = typeof import('@ethereum-attestation-service/eas-sdk');

/** An attestation and the text of its file: canonical JSON of the form `{signer, sig}` that EAS tools read, large numbers as text. */
export type SignedAttestation = { readonly uid: Hex; readonly json: string };

/** The EAS instance for which an attestation is made. */
export type EasInstance = { readonly chain: number; readonly contract: string };

/**
 * Signs what an edition says of itself, off-chain.
 * The same facts, key and instance give the same file: the time is the edition's date, the salt follows from signer and data, signatures follow RFC 6979.
 */
export async function signAttestation(
  facts: AttestedFacts,
  account: PrivateKeyAccount,
  instance: EasInstance,
): Promise<SignedAttestation> {
  const { EAS, Offchain }: EasSdk = require('@ethereum-attestation-service/eas-sdk');
  const address = getAddress(instance.contract);
  const config = { address, version: attestationDomain.version, chainId: BigInt(instance.chain) };
  const data = encodeFacts(facts);
  const signed = await new Offchain(config, OFFCHAIN_VERSION, new EAS(address)).signOffchainAttestation(
    {
      schema: attestationSchemaUid(),
      recipient: zeroAddress,
      time: attestedTime(facts.date),
      expirationTime: 0n,
      revocable: true,
      refUID: zeroHash,
      data,
      // the signer in the salt: a UID covers none, and two signers of an edition need two files
      salt: keccak256(encodePacked(['address', 'bytes'], [account.address, data])),
    },
    typedDataSigner(account),
  );
  const sig = JSON.parse(
    JSON.stringify(signed, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  );
  return { uid: asHex(signed.uid), json: canonicalJson({ signer: account.address, sig }) };
}

type SignerOfSdk = Parameters<InstanceType<EasSdk['Offchain']>['signOffchainAttestation']>[1];

/** The SDK expects a signer of ethers; a viem account differs in the shape of its arguments alone. */
function typedDataSigner(account: PrivateKeyAccount): SignerOfSdk {
  return {
    getAddress: async () => account.address,
    signTypedData: (domain, types, message) =>
      account.signTypedData({
        domain: {
          name: domain.name ?? '',
          version: domain.version ?? '',
          chainId: BigInt(domain.chainId ?? 0),
          verifyingContract: asHex(domain.verifyingContract ?? ''),
        },
        types,
        primaryType: 'Attest',
        message,
      }),
  };
}

function asHex(text: string): Hex {
  return `0x${text.replace(/^0x/, '')}`;
}

/**
 * Adds an attestation to an edition: `attestations/<uid>.json`. Nothing there is ever changed or replaced.
 *
 * @returns the file's path inside the edition
 * @throws Failure 1 when another text lies under that UID
 */
export function writeAttestation(edition: string, attestation: SignedAttestation): string {
  const path = `attestations/${attestation.uid}.json`;
  const file = join(edition, path);
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8') === attestation.json) return path;
    throw refusal(`${file}: holds another attestation of the same UID; attestations are never replaced`);
  }
  mkdirSync(join(edition, 'attestations'), { recursive: true });
  writeFileSync(file, attestation.json, { flag: 'wx' });
  return path;
}
