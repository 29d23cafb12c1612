import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  attestationFolder,
  checkChecksums,
  checkManifestFiles,
  type FilesOnDisk,
  hashFiles,
  readChecksums,
  readEditionFile,
} from '../export/edition_files.ts';
import { type EditionManifest, readManifest } from '../export/edition_manifest.ts';
import { Failure, misuse, refusal } from '../failure.ts';
import { type Check, Checks, type Report } from './check.ts';
import { manifestFacts } from './manifest_facts.ts';
import type { VerifiedAttestation } from './verify_attestation.ts';

export type VerifyOptions = {
  /** The address that must have signed. */
  readonly attester?: string | undefined;
  /** Takes whoever signed. */
  readonly anyAttester?: boolean | undefined;
  /** Hashes files, but does not compute the tables' digests again. */
  readonly filesOnly?: boolean | undefined;
  /** Is told of every check when it is done. */
  readonly report?: Report | undefined;
};

/**
 * Verifies an edition, offline: that its files are those of its manifest, that every table in every format and in the database has the digest
 * that the root is made of, and that who is expected to has attested root and manifest.
 *
 * @returns every check, in order; what could not be checked is skipped
 * @throws Failure 2 when the folder is no edition, or it is attested and nobody said by whom it should be; 3 when something cannot be read
 */
export async function verifyEdition(directory: string, options: VerifyOptions = {}): Promise<Check[]> {
  const folder = editionFolder(directory);
  const attestations = attestationNames(folder);
  checkAttesterOption(directory, attestations, options);
  const checks = new Checks(options.report ?? (() => {}));

  const files = await checks.read(
    'files',
    () => hashFiles(folder),
    found => `${found.size} files, no links`,
  );
  if (files) await checks.make('checksums', () => checkChecksums(files, readChecksums(folder)));
  else checks.add('checksums', 'skipped', 'the files cannot be listed');
  const manifestBytes = readEditionFile(folder, 'manifest.json');
  const manifest = await checks.read(
    'manifest',
    () => readManifest(manifestBytes),
    found => `edition ${found.edition} of ${found.date}`,
  );
  if (!manifest) {
    for (const check of ['manifest files', 'root', 'tables', 'attestation']) {
      checks.add(check, 'skipped', 'the manifest cannot be read');
    }
    return checks.done;
  }
  await checkContents({ folder, manifest, files }, options, checks);
  await checkAttestations({ folder, manifest, manifestBytes, attestations }, options, checks);
  return checks.done;
}

type Contents = {
  readonly folder: string;
  readonly manifest: EditionManifest;
  /** Undefined where the folder holds what no edition does. */
  readonly files: FilesOnDisk | undefined;
};

async function checkContents(contents: Contents, options: VerifyOptions, checks: Checks): Promise<void> {
  const { folder, manifest, files } = contents;
  if (files) await checks.make('manifest files', () => checkManifestFiles(files, manifest));
  else checks.add('manifest files', 'skipped', 'the files cannot be listed');
  const { checkRoot, checkTables } = await import('./verify_tables.ts');
  await checks.make('root', () => checkRoot(manifest));
  if (options.filesOnly) checks.add('tables', 'skipped', 'only files were asked for');
  else if (files)
    await checkTables({ folder, manifest, isPublished: publishedFiles(folder, files, manifest) }, checks);
  else checks.add('tables', 'skipped', 'the files cannot be listed');
}

/** `exports/latest` is a link to an edition; inside an edition there are none. */
function editionFolder(directory: string): string {
  if (!existsSync(directory) || !statSync(directory).isDirectory()) {
    throw misuse(`${directory}: no such folder; name the folder of an edition, as exports/latest`);
  }
  if (!existsSync(join(directory, 'manifest.json'))) {
    throw misuse(`${directory}: not an edition, as it has no manifest.json; name the folder of an edition`);
  }
  return realpathSync(directory);
}

/** Names in `attestations/`, whatever they are. */
function attestationNames(folder: string): string[] {
  const inside = join(folder, attestationFolder);
  if (!existsSync(inside)) return [];
  return readdirSync(inside).sort();
}

function checkAttesterOption(
  directory: string,
  attestations: readonly string[],
  options: VerifyOptions,
): void {
  const { attester, anyAttester } = options;
  if (attester !== undefined && anyAttester) throw misuse('--attester and --any-attester: give one of them');
  if (attester !== undefined && !/^0x[0-9a-fA-F]{40}$/.test(attester)) {
    throw misuse(`--attester ${attester}: not an address; give 0x and 40 hex digits`);
  }
  if (attestations.length > 0 && attester === undefined && !anyAttester) {
    throw misuse(
      `${directory}: attested; say by whom it should be with --attester 0x…, or --any-attester to take whoever signed`,
    );
  }
}

/** Whether a file on the disk is the one that the manifest (for the database, SHA256SUMS) names: no other is opened. */
function publishedFiles(folder: string, files: FilesOnDisk, manifest: EditionManifest) {
  const listed = new Map(manifest.files.map(file => [file.path, file.sha256]));
  try {
    const database = readChecksums(folder).get('edition.duckdb');
    if (database) listed.set('edition.duckdb', database);
  } catch {
    // the check of the files has said so
  }
  return (path: string) => listed.has(path) && files.get(path)?.sha256 === listed.get(path);
}

type Attested = {
  readonly folder: string;
  readonly manifest: EditionManifest;
  readonly manifestBytes: Uint8Array;
  readonly attestations: readonly string[];
};

async function checkAttestations(attested: Attested, options: VerifyOptions, checks: Checks): Promise<void> {
  const { folder, manifest, manifestBytes, attestations } = attested;
  if (attestations.length === 0) {
    if (options.attester === undefined) checks.add('attestation', 'skipped', 'none');
    else checks.add('attestation', 'failed', `none, and ${options.attester} should have signed`);
    return;
  }
  const facts = manifestFacts(manifest, manifestBytes);
  const { verifyAttestation } = await import('./verify_attestation.ts');
  const results = new Map<string, VerifiedAttestation | Failure>();
  for (const name of attestations) {
    results.set(
      name,
      await verified(name, () => verifyAttestation(read(folder, name), { facts, attester: 'any' }, name)),
    );
  }
  reportAttestations(results, options.attester, checks);
}

function read(folder: string, name: string): Buffer {
  // a UID's name, so that no file is taken for another's
  if (!/^0x[0-9a-f]{64}\.json$/.test(name)) throw refusal(`${name}: not named after a UID`);
  return readEditionFile(join(folder, attestationFolder), name);
}

async function verified(name: string, verify: () => Promise<VerifiedAttestation>) {
  try {
    const found = await verify();
    return name === `${found.uid}.json` ? found : refusal(`${name}: should be named ${found.uid}.json`);
  } catch (error) {
    if (error instanceof Failure && error.exitCode !== 3) return error;
    throw error;
  }
}

/** Of several signers one must be the expected; what the others signed is then no matter, but must be whole. */
function reportAttestations(
  results: ReadonlyMap<string, VerifiedAttestation | Failure>,
  attester: string | undefined,
  checks: Checks,
): void {
  const isExpected = (result: VerifiedAttestation | Failure) =>
    !(result instanceof Failure) &&
    (attester === undefined || result.attester.toLowerCase() === attester.toLowerCase());
  const found = [...results.values()].some(isExpected);
  for (const [name, result] of results) {
    const check = `attestation ${name}`;
    if (result instanceof Failure) checks.add(check, 'failed', result.message);
    else if (isExpected(result)) checks.add(check, 'ok', described(result));
    else checks.add(check, found ? 'skipped' : 'failed', `signed by ${result.attester}, not by ${attester}`);
  }
}

function described({ attester, contract, chain, uri }: VerifiedAttestation): string {
  return `signed by ${attester} for EAS ${contract} on chain ${chain}${uri === '' ? '' : `, uri ${uri}`}`;
}
