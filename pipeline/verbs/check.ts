import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { readEditionConfig } from '../config/edition_config.ts';
import { Failure, misuse } from '../failure.ts';
import type { TablesConfig } from '../load/build_tables.ts';
import { createLog } from '../log.ts';
import { judgeAttempts } from '../verdicts.ts';
import type { Values } from './values.ts';

/**
 * `candor check ATTEMPTS`: one verdict a line on stdout, in the order of the input. What cannot be judged is named
 * on stderr, and makes the exit status 1.
 */
export async function check(operands: readonly string[], values: Values): Promise<number> {
  const [input, ...more] = operands;
  if (input === undefined || more.length > 0) {
    throw misuse('candor check: name one file of attempts (JSON Lines), or - for standard input');
  }
  const config = await readEditionConfig(String(values.config ?? 'edition.yml'));
  const spool = input === '-' ? await spoolInput() : undefined;
  const attempts = relative(config.folder, spool ?? resolve(input));
  // people know the input by the name they gave it
  const named = (message: string) => message.replaceAll(attempts, input === '-' ? 'standard input' : input);
  try {
    const chosen = chooseSource(config, values, attempts);
    const { verdicts, unjudged } = await judgeAttempts(chosen, createLog({ quiet: true }));
    for (const verdict of verdicts) process.stdout.write(`${verdict}\n`);
    for (const line of unjudged) process.stderr.write(`candor: ${named(line)}\n`);
    return unjudged.length > 0 ? 1 : 0;
  } catch (error) {
    throw error instanceof Failure
      ? new Failure(error.exitCode, named(error.message), { cause: error })
      : error;
  } finally {
    if (spool) rmSync(join(spool, '..'), { recursive: true, force: true });
  }
}

/** The world and the tasks that the attempts are of: as said, else the only ones the configuration has. */
function chooseSource(config: TablesConfig, values: Values, attempts: string): TablesConfig {
  const worlds = Object.keys(config.worlds);
  const world = values.world === undefined ? worlds[0] : String(values.world);
  if (values.world === undefined && worlds.length > 1) {
    throw misuse(`candor check: several worlds are configured; say which with --world ${worlds.join(' | ')}`);
  }
  const contract = world === undefined ? undefined : config.worlds[world];
  if (world === undefined || contract === undefined) {
    throw misuse(
      `candor check: --world ${String(world)}: no such world in ${config.file}; known are ${worlds.join(', ')}`,
    );
  }
  const tasks =
    values.tasks === undefined
      ? config.sources.filter(source => source.world === world).flatMap(source => source.tasks)
      : [relative(config.folder, resolve(String(values.tasks)))];
  return { ...config, worlds: { [world]: contract }, sources: [{ world, tasks, attempts: [attempts] }] };
}

async function spoolInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const file = join(mkdtempSync(join(tmpdir(), 'candor-')), 'stdin');
  writeFileSync(file, Buffer.concat(chunks));
  return file;
}
