import { type EditionConfig, readEditionConfig } from '../config/edition_config.ts';
import { didYouMean } from '../config/nearest.ts';
import { misuse } from '../failure.ts';
import { lintWorlds } from '../lint.ts';
import { createLog } from '../log.ts';
import type { Values } from './values.ts';

/**
 * `candor lint [WORLD…]`: what contracts and tasks do not let the check see, a line each on stdout; what was skipped
 * on stderr. 1 when something was found.
 */
export async function lint(operands: readonly string[], values: Values): Promise<number> {
  const config = await readEditionConfig(String(values.config ?? 'edition.yml'));
  const { findings, skipped } = await lintWorlds(chosen(config, operands), createLog({ quiet: true }));
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ findings, skipped })}\n`);
  } else {
    for (const { file, line, rule, message, advice } of findings) {
      process.stdout.write(`${file}:${line}: ${rule}: ${message}; ${advice}\n`);
    }
    for (const { world, reason } of skipped) process.stderr.write(`candor: ${world}: skipped: ${reason}\n`);
  }
  return findings.length > 0 ? 1 : 0;
}

/** The configuration with the worlds that were named, and their sources. */
function chosen(config: EditionConfig, names: readonly string[]): EditionConfig {
  if (names.length === 0) return config;
  const known = Object.keys(config.worlds);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw misuse(`candor lint ${name}: no such world in ${config.file}${didYouMean(name, known)}`);
  }
  return {
    ...config,
    worlds: Object.fromEntries(Object.entries(config.worlds).filter(([name]) => names.includes(name))),
    sources: config.sources.filter(({ world }) => names.includes(world)),
  };
}
