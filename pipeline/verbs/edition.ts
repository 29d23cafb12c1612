import { relative } from 'node:path';
import { makeEdition } from '../edition.ts';
import { misuse } from '../failure.ts';
import { createLog } from '../log.ts';
import type { Values } from './values.ts';

/** `candor edition`: builds, verifies and publishes; the folder of the edition goes to stdout. */
export async function edition(operands: readonly string[], values: Values): Promise<number> {
  if (operands.length > 0)
    throw misuse(`candor edition: ${operands[0]}: takes no operands; name a configuration with --config`);
  const log = createLog({ quiet: values.quiet === true });
  const made = await makeEdition({
    config: String(values.config ?? 'edition.yml'),
    select: values.select === undefined ? undefined : String(values.select),
    threads: threadCount(values.threads),
    log,
  });
  const seconds = (performance.now() / 1000).toFixed(1);
  if (!made) {
    log({ kind: 'note', message: `only what was selected; nothing is published  ${seconds} s` });
    return 0;
  }
  const folder = relative(process.cwd(), made.folder) || made.folder;
  const attestation = made.attestation === 'none' ? 'none (no key is configured)' : made.attestation;
  log({ kind: 'note', message: `${made.isNew ? 'published' : 'up to date'}`.padEnd(13) + folder });
  log({ kind: 'note', message: `root         ${made.root}` });
  log({ kind: 'note', message: `attestation: ${attestation}` });
  log({ kind: 'note', message: `${seconds} s in all` });
  process.stdout.write(`${folder}\n`);
  return 0;
}

function threadCount(text: Values[string]): number | undefined {
  if (text === undefined) return undefined;
  const threads = Number(text);
  if (Number.isInteger(threads) && threads > 0) return threads;
  throw misuse(`candor edition: --threads ${String(text)}: must be a whole number above 0`);
}
