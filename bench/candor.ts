import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of this repository. */
export const root = join(import.meta.dirname, '..');

/**
 * Runs `candor` as people do, a process of its own; what it prints is dropped.
 *
 * @param input a file for its standard input
 * @returns seconds from start to end
 * @throws Error with what it said on standard error
 */
export async function candor(folder: string, operands: readonly string[], input?: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'pipeline', 'cli.ts'), ...operands], {
    cwd: folder,
    stdio: [input === undefined ? 'ignore' : openSync(input, 'r'), 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', chunk => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`candor ${operands.join(' ')}: exit status ${code}\n${said}`);
  return (performance.now() - start) / 1000;
}
