import { createHash } from 'node:crypto';
import { createReadStream, type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { breakdown, refusal } from '../failure.ts';
import { type EditionManifest, isInnerPath } from './edition_manifest.ts';

/** The file that lists the others. */
export const checksumFile = 'SHA256SUMS';

/** The folder to which attestations are added after the edition was made. */
export const attestationFolder = 'attestations';

/** Files that the manifest cannot name: itself, its list, and the database, whose bytes may differ where its tables do not. */
const unlisted: ReadonlySet<string> = new Set(['manifest.json', 'edition.duckdb']);

/** Path inside the edition → SHA-256 as hex. */
export type Checksums = ReadonlyMap<string, string>;

/** What lies on the disk: path inside the edition → size in bytes and SHA-256 as hex. */
export type FilesOnDisk = ReadonlyMap<string, { readonly bytes: number; readonly sha256: string }>;

/**
 * The paths of all regular files under a folder, sorted.
 *
 * @throws Failure 1 for a symbolic link or anything else that is no file of its own, 3 for a folder that cannot be read
 */
export function listFiles(folder: string, within = ''): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(folder, within), { withFileTypes: true });
  } catch (error) {
    throw breakdown(`${join(folder, within)}: cannot be read; check its permissions`, { cause: error });
  }
  return entries
    .flatMap(entry => {
      const path = within === '' ? entry.name : `${within}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(folder, path);
      if (entry.isFile()) return [path];
      const kind = entry.isSymbolicLink() ? 'a symbolic link' : 'no regular file';
      throw refusal(`${path}: ${kind}; an edition holds nothing but its own files`);
    })
    .sort();
}

/**
 * Reads `SHA256SUMS`: lines of `hash  path`, sorted by path, each once, as `sha256sum` writes and checks them.
 *
 * @throws Failure 1 naming the line
 */
export function readChecksums(folder: string): Checksums {
  const text = readEditionFile(folder, checksumFile).toString('utf8');
  const checksums = new Map<string, string>();
  let last = '';
  for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    const where = `${checksumFile}:${index + 1}`;
    if (!sha256 || !path) throw refusal(`${where}: not a line of 64 hex digits, two spaces and a path`);
    if (!isInnerPath(path)) throw refusal(`${where}: ${path}: not a path inside the edition`);
    if (path <= last) throw refusal(`${where}: ${path}: out of order or named twice`);
    checksums.set(path, sha256);
    last = path;
  }
  return checksums;
}

/** The text of `SHA256SUMS` for files that lie on the disk. */
export function checksumText(files: FilesOnDisk): string {
  const paths = [...files.keys()].sort();
  return paths.map(path => `${files.get(path)?.sha256}  ${path}\n`).join('');
}

/** Size and hash of every file of an edition but the list itself and the attestations. */
export async function hashFiles(folder: string): Promise<FilesOnDisk> {
  const files = new Map<string, { bytes: number; sha256: string }>();
  for (const path of listFiles(folder)) {
    if (path === checksumFile || path.startsWith(`${attestationFolder}/`)) continue;
    files.set(path, await hashFile(join(folder, path)));
  }
  return files;
}

async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const stream = createReadStream(path);
  try {
    await pipeline(stream, hash);
  } catch (error) {
    throw breakdown(`${path}: cannot be read; check its permissions`, { cause: error });
  }
  return { bytes: stream.bytesRead, sha256: hash.digest('hex') };
}

/** @throws Failure 1 when there is no such file, 3 when it cannot be read */
export function readEditionFile(folder: string, path: string): Buffer {
  try {
    return readFileSync(join(folder, path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR') {
      const problem = code === 'ENOENT' ? 'missing' : 'a folder, not a file';
      throw refusal(`${path}: ${problem}; take the edition from the publisher again`, { cause: error });
    }
    throw breakdown(`${join(folder, path)}: cannot be read; check its permissions`, { cause: error });
  }
}

/**
 * Compares what lies on the disk with `SHA256SUMS`.
 *
 * @throws Failure 1 naming the first file that differs, is missing or is one too many
 */
export function checkChecksums(files: FilesOnDisk, checksums: Checksums): string {
  for (const path of checksums.keys()) if (!files.has(path)) throw refusal(`${path}: missing`);
  for (const [path, { sha256 }] of files) {
    const expected = checksums.get(path);
    if (!expected) throw refusal(`${path}: not in ${checksumFile}`);
    if (expected !== sha256) throw refusal(`${path}: sha256 is ${sha256}, ${checksumFile} says ${expected}`);
  }
  return `${files.size} files`;
}

/**
 * Compares what lies on the disk with the manifest's list of files.
 *
 * @throws Failure 1 naming the first file that differs, is missing or is one too many
 */
export function checkManifestFiles(files: FilesOnDisk, manifest: EditionManifest): string {
  const listed = new Map(manifest.files.map(file => [file.path, file]));
  for (const path of files.keys()) {
    if (!listed.has(path) && !unlisted.has(path)) throw refusal(`${path}: not in manifest.json`);
  }
  checkTableFiles(manifest);
  for (const { path, bytes, sha256 } of manifest.files) {
    const found = files.get(path);
    if (!found) throw refusal(`${path}: missing`);
    if (found.bytes !== bytes)
      throw refusal(`${path}: has ${found.bytes} bytes, manifest.json says ${bytes}`);
    if (found.sha256 !== sha256) {
      throw refusal(`${path}: sha256 is ${found.sha256}, manifest.json says ${sha256}`);
    }
  }
  return `${listed.size} files`;
}

/** What lies in `tables/` is the data of a table that the root covers: no other file may look like it. */
function checkTableFiles({ tables, files }: EditionManifest): void {
  const named = new Set(tables.flatMap(table => Object.values(table.files)));
  const listed = new Set(files.map(file => file.path));
  for (const path of named)
    if (!listed.has(path)) throw refusal(`${path}: of a table, but not among the files`);
  const stray = files.find(({ path }) => path.startsWith('tables/') && !named.has(path));
  if (stray) throw refusal(`${stray.path}: the file of no table, so that no digest covers it`);
}
