import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EditionFile } from './build_manifest.ts';

/** Size and SHA-256 of every file below a folder, sorted by path. */
export async function hashFolder(folder: string): Promise<EditionFile[]> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const paths = entries.map(entry => join(entry.parentPath, entry.name));
  const files: EditionFile[] = [];
  for (const path of paths) {
    const hash = createHash('sha256');
    const stream = createReadStream(path);
    await pipeline(stream, hash);
    files.push({ path: relative(folder, path).split(sep).join('/'), bytes: stream.bytesRead, sha256: hash.digest('hex') });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
