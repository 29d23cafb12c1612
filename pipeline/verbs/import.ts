import { misuse } from '../failure.ts';
import type { Values } from './values.ts';

/** `candor import ADAPTER FILE… -o DIR`: writes attempts and tasks of a foreign log. */
export async function importLogs(operands: readonly string[], values: Values): Promise<number> {
  const { findAdapter } = await import('../load/adapters/registry.ts');
  const [name, ...files] = operands;
  if (name === undefined) throw misuse('candor import: name an adapter, as tau-bench');
  return 0;
}
