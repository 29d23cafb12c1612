import { sha256 } from '../digest/merkle_tree.ts';
import type { EditionManifest } from '../export/edition_manifest.ts';
import type { AttestedFacts } from './attestation_schema.ts';

/** What an attestation says of the edition with this manifest; where to find it is the signer's to say. */
export function manifestFacts(manifest: EditionManifest, bytes: Uint8Array): Omit<AttestedFacts, 'uri'> {
  return {
    root: manifest.root,
    manifestSha256: sha256(bytes).toString('hex'),
    edition: manifest.edition,
    date: manifest.date,
    attempts: manifest.attempts,
    tables: manifest.tables.length,
  };
}
