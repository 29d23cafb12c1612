import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from './contract/contract.ts';
import type { FailedTest } from './contract/data_tests.ts';

/** How a node ended. `contract` is null where it could not be read. */
export type NodeResult = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'model' | 'source';
  readonly status: 'built' | 'unchanged' | 'failed' | 'skipped';
  /** Rows of the table; null when it was not made. */
  readonly rows: bigint | null;
  readonly seconds: number;
  readonly fingerprint: string;
  readonly contract: Contract | null;
  /** sha256 of the template; null for a source. */
  readonly sqlSha256: string | null;
  readonly compiledPath: string | null;
  /** Why it failed or was skipped. */
  readonly message: string | null;
  readonly failedTests: readonly FailedTest[];
};

export type RunResults = { readonly nodes: readonly NodeResult[] };

/**
 * Writes `run_results.json`, whole or not at all.
 *
 * @param failure why no node could run
 */
export function writeResults(targetDir: string, nodes: readonly NodeResult[], failure: string | null): void {
  const text = JSON.stringify(
    {
      failure,
      nodes: nodes.map(node => ({
        node: node.id,
        status: node.status,
        rows: node.rows === null ? null : String(node.rows),
        seconds: Number(node.seconds.toFixed(3)),
        fingerprint: node.fingerprint,
        message: node.message,
        failing_tests: node.failedTests.map(test => ({ test: test.test, rows: String(test.failing) })),
      })),
    },
    null,
    1,
  );
  mkdirSync(targetDir, { recursive: true });
  const path = join(targetDir, 'run_results.json');
  writeFileSync(`${path}.tmp`, `${text}\n`);
  renameSync(`${path}.tmp`, path);
}
