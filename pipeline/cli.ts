#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { diskFailure, Failure, misuse } from './failure.ts';
import { handleInterrupts, interruption } from './interrupt.ts';
import type { Values } from './verbs/values.ts';

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];
type Verb = {
  readonly usage: string;
  readonly summary: string;
  readonly options: NonNullable<Options>;
  /** Loads what it needs when it is called, so that `--help` costs nothing; returns the exit status. */
  run(operands: readonly string[], values: Values): Promise<number>;
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const verbs: Readonly<Record<string, Verb>> = {
  edition: {
    usage: 'edition [--config FILE] [--select MODELS] [--threads N] [--quiet]',
    summary: 'build, verify and publish the edition that edition.yml describes',
    options: { config: text, select: text, threads: text, quiet: flag },
    run: async (operands, values) => (await import('./verbs/edition.ts')).edition(operands, values),
  },
  verify: {
    usage: 'verify DIR [--attester 0x… | --any-attester] [--files-only] [--json]',
    summary: 'recompute files, digests, root and signature of an edition, offline',
    options: { attester: text, 'any-attester': flag, 'files-only': flag, json: flag },
    run: async (operands, values) => (await import('./verbs/verify.ts')).verify(operands, values),
  },
  check: {
    usage: 'check ATTEMPTS [--tasks TASKS] [--world NAME] [--config FILE]',
    summary: 'judge attempts (JSON Lines; - for standard input): one verdict a line',
    options: { tasks: text, world: text, config: text },
    run: async (operands, values) => (await import('./verbs/check.ts')).check(operands, values),
  },
  schema: {
    usage: 'schema report|attempt|task|world [WORLD] [--config FILE]',
    summary: "the JSON Schema of what goes in; that of reports is what an agent's submit tool takes",
    options: { config: text },
    run: async (operands, values) => (await import('./verbs/schema.ts')).schema(operands, values),
  },
  lint: {
    usage: 'lint [WORLD…] [--config FILE] [--json]',
    summary: 'what contracts and tasks do not let the check see; 1 when something is found',
    options: { config: text, json: flag },
    run: async (operands, values) => (await import('./verbs/lint.ts')).lint(operands, values),
  },
  audit: {
    usage: 'audit [DESIGN] [--config FILE] [--json]',
    summary: 'whether score designs pay for honesty; 1 when a property is refuted',
    options: { config: text, json: flag },
    run: async (operands, values) => (await import('./verbs/audit.ts')).audit(operands, values),
  },
  sql: {
    usage: 'sql "select …" [--edition DIR] [--json | --csv]',
    summary: 'query the newest edition',
    options: { edition: text, json: flag, csv: flag },
    run: async (operands, values) => (await import('./verbs/sql.ts')).sql(operands, values),
  },
  import: {
    usage: 'import ADAPTER FILE… -o DIR [--agent NAME]',
    summary: 'turn foreign logs into attempts and tasks',
    options: { output: { type: 'string', short: 'o' }, agent: text },
    run: async (operands, values) => (await import('./verbs/import.ts')).importLogs(operands, values),
  },
  generate: {
    usage:
      'generate WORLD|CONTRACT -o DIR [--tasks N] [--agents N|NAME,…] [--epochs N] [--seed N] [--by-construction]',
    summary: 'draw tasks of a world, and attempts of scripted agents whose truth is known',
    options: {
      output: { type: 'string', short: 'o' },
      tasks: text,
      agents: text,
      epochs: text,
      seed: text,
      'by-construction': flag,
      config: text,
      quiet: flag,
    },
    run: async (operands, values) => (await import('./verbs/generate.ts')).generate(operands, values),
  },
};

function help(): string {
  const lines = Object.values(verbs).map(verb => `  candor ${verb.usage}\n      ${verb.summary}`);
  return `candor: what AI agents say they did, checked against what they did\n\n${lines.join('\n')}\n\nExit status: 0 yes, 1 a definite no, 2 wrong usage or configuration, 3 could not finish.\n`;
}

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(help());
    return name === undefined ? 2 : 0;
  }
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) {
    const { didYouMean } = await import('./config/nearest.ts');
    throw misuse(`candor ${name}: no such verb${didYouMean(name, Object.keys(verbs))}`);
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`candor ${verb.usage}\n  ${verb.summary}\n`);
    return 0;
  }
  return verb.run(...readArguments(name, verb, rest));
}

function readArguments(name: string, verb: Verb, args: string[]): [string[], Values] {
  try {
    const { positionals, values } = parseArgs({ args, options: verb.options, allowPositionals: true });
    return [positionals, values];
  } catch (error) {
    const message = error instanceof Error ? error.message.split(/[.\n]/)[0] : String(error);
    throw misuse(`candor ${name}: ${message}; usage: candor ${verb.usage}`);
  }
}

// a reader that has seen enough, as `| head`, is no error
process.stdout.on('error', error => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  process.exit();
});

handleInterrupts();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  // once interrupted, that is the reason, whatever broke because of it
  const error = interruption() ?? thrown;
  const failure = error instanceof Failure ? error : diskFailure(error, process.cwd());
  const message = error instanceof Error ? error.stack : String(error);
  process.stderr.write(
    `candor: ${failure?.message ?? `an error of Candor itself, please report it: ${message}`}\n`,
  );
  process.exitCode = failure?.exitCode ?? 3;
}
