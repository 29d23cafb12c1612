import { misuse } from '../failure.ts';
import { findAdapter } from '../load/adapters/registry.ts';
import { createLog } from '../log.ts';
import type { Values } from './values.ts';

/** `candor import ADAPTER FILE… -o DIR`: writes the attempts and tasks of a foreign log. */
export async function importLogs(operands: readonly string[], values: Values): Promise<number> {
  const [name, ...files] = operands;
  if (name === undefined || files.length === 0) {
    throw misuse(
      'candor import: name an adapter and its files, as: candor import tau-bench results.json -o logs',
    );
  }
  const adapter = await findAdapter(name);
  if (!values.output) throw misuse('candor import: say where to write with -o DIR');
  const agent = values.agent === undefined ? undefined : String(values.agent);
  await adapter.run({ files, folder: String(values.output), agent, log: createLog() });
  return 0;
}
