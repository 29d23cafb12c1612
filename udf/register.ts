import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBScalarFunction } from '@duckdb/node-api';
import { benjaminiHochbergFunction } from './benjamini_hochberg.ts';
import { clusterBootstrapFunction } from './bootstrap/cluster_bootstrap_function.ts';
import { accuracyFunction, balancedAccuracyFunction } from './confusion/accuracy.ts';
import { f1Function } from './confusion/f1.ts';
import { kappaFunction } from './confusion/kappa.ts';
import { macroF1Function } from './confusion/macro_f1.ts';
import { mccFunction } from './confusion/mcc.ts';
import { envelopeFault } from './envelope_fault.ts';
import { mcnemarFunction } from './mcnemar.ts';
import { newcombeFunction } from './newcombe.ts';
import { rateContrastFunction } from './rate_contrast.ts';
import { wilsonFunction } from './wilson.ts';
import { wilsonClusteredFunction } from './wilson_clustered.ts';

/** The functions that SQL may call. */
export const functions: readonly DuckDBScalarFunction[] = [
  envelopeFault,
  wilsonFunction,
  wilsonClusteredFunction,
  clusterBootstrapFunction,
  newcombeFunction,
  rateContrastFunction,
  mcnemarFunction,
  benjaminiHochbergFunction,
  accuracyFunction,
  balancedAccuracyFunction,
  f1Function,
  macroF1Function,
  kappaFunction,
  mccFunction,
];

/** sha256 (hex) of what these functions are made of: it changes when one of them could answer otherwise. */
export function functionsFingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'));
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(import.meta.dirname, file)))
      .update('\0');
  return hash.digest('hex');
}
