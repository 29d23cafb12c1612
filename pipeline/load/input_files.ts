import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { misuse } from '../failure.ts';

/** A world and the files of its tasks and attempts, relative to the folder of the configuration. */
export type SourceFiles = {
  readonly world: string;
  readonly tasks: readonly string[];
  readonly attempts: readonly string[];
};

/** A file that is read, in the order of reading. */
export type InputFile = {
  /** Place of its source in the configuration, from 1. */
  readonly source: number;
  readonly world: string;
  readonly kind: 'task' | 'attempt';
  /** Relative to the folder of the configuration: no path of this machine is published. */
  readonly file: string;
  /** Place among all files, from 1. */
  readonly number: number;
  /** Hex, of the bytes as they lie there. */
  readonly sha256: string;
  readonly bytes: number;
};

/**
 * Hashes the files of all sources.
 *
 * @throws Failure 2 for a file that is not there or cannot be read
 */
export async function hashInputs(sources: readonly SourceFiles[], folder: string): Promise<InputFile[]> {
  const listed = sources.flatMap((source, index) => {
    const base = { source: index + 1, world: source.world };
    return [
      ...source.tasks.map(file => ({ ...base, kind: 'task' as const, file })),
      ...source.attempts.map(file => ({ ...base, kind: 'attempt' as const, file })),
    ];
  });
  const hashes = new Map<string, { sha256: string; bytes: number }>();
  const inputs: InputFile[] = [];
  for (const entry of listed) {
    const hashed = hashes.get(entry.file) ?? (await hashFile(entry.file, folder));
    hashes.set(entry.file, hashed);
    inputs.push({ ...entry, number: inputs.length + 1, ...hashed });
  }
  return inputs;
}

async function hashFile(file: string, folder: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const found = await stat(join(folder, file)).catch(() => undefined);
  if (found && !found.isFile() && !found.isDirectory()) {
    throw misuse(`${file}: no regular file, which can be read once and again; copy it into one`);
  }
  try {
    for await (const chunk of createReadStream(join(folder, file), { highWaterMark: 1 << 20 })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (cause) {
    throw unreadableFile(file, cause);
  }
  return { sha256: hash.digest('hex'), bytes };
}

function unreadableFile(file: string, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  if (code === 'ENOENT') return misuse(`${file}: no such file; correct the path in the sources`, { cause });
  if (code === 'EISDIR') return misuse(`${file}: a folder; name its files, as ${file}/*.jsonl`, { cause });
  return misuse(`${file}: cannot be read (${code}); correct its permissions`, { cause });
}
