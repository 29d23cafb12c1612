import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EditionConfig } from '../config/edition_config.ts';
import { attestationFolder, listFiles, readEditionFile } from '../export/edition_files.ts';
import { readManifest } from '../export/edition_manifest.ts';
import { manifestFacts } from './manifest_facts.ts';

/**
 * Signs an edition when a key is configured, and adds the attestation to its `attestations/`. The same edition
 * and key give the same attestation, so doing it again changes nothing.
 *
 * @returns who signed, for which chain; or `none`, said plainly
 * @throws Failure 2 for a key, keystore or password that does not work
 */
export async function attestEdition(
  edition: string,
  { attestation, folder }: Pick<EditionConfig, 'attestation' | 'folder'>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  const { keystore, chain, contract, uri } = attestation;
  if (!environment.CANDOR_PRIVATE_KEY?.trim() && !keystore) return withoutKey(edition);
  // heavy, and not needed without a key
  const { signingAccount } = await import('./key.ts');
  const account = await signingAccount({ environment, keystore, folder });
  if (!account) return withoutKey(edition);
  const { signAttestation, writeAttestation } = await import('./attestation.ts');
  const bytes = readEditionFile(edition, 'manifest.json');
  const facts = { ...manifestFacts(readManifest(bytes), bytes), uri };
  writeAttestation(edition, await signAttestation(facts, account, { chain, contract }));
  return `${account.address} on chain ${chain}`;
}

/** An edition may have been signed before, with a key that is not at hand now. */
function withoutKey(edition: string): string {
  const folder = join(edition, attestationFolder);
  const signed = existsSync(folder) ? listFiles(folder).length : 0;
  return signed === 0 ? 'none' : `${signed} from before; no key is configured now`;
}
