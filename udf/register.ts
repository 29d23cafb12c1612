import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBScalarFunction } from '@duckdb/node-api';
import { envelopeFault } from './envelope_fault.ts';
import { wilsonFunction } from './wilson.ts';

/** The functions that SQL may call. */
export const functions: readonly DuckDBScalarFunction[] = [envelopeFault, wilsonFunction];

/** sha256 (hex) of what these functions are made of: it changes when one of them could answer otherwise. */
export function functionsFingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'));
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(import.meta.dirname, file)))
      .update('\0');
  return hash.digest('hex');
}
