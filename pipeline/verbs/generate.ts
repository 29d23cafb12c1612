import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEditionConfig } from '../config/edition_config.ts';
import { didYouMean } from '../config/nearest.ts';
import { diskFailure, misuse } from '../failure.ts';
import { agents } from '../selftest/agents/catalogue.ts';
import { writeBenchmark } from '../selftest/benchmark.ts';
import { readWorldScript } from '../selftest/tasks/read_world_script.ts';
import { readWorld } from '../worlds/compile_world.ts';
import { readWorlds } from '../worlds/read_models.ts';
import type { World } from '../worlds/world.ts';
import type { Values } from './values.ts';

const usage =
  'candor generate WORLD|CONTRACT -o DIR [--tasks N] [--agents N|NAME,…] [--epochs N] [--seed N] [--by-construction]';

/** `candor generate`: tasks, attempts of scripted agents, and labels that say what is known of each report. */
export async function generate(operands: readonly string[], values: Values): Promise<number> {
  const [name, ...more] = operands;
  if (name === undefined || more.length > 0) throw misuse(`candor generate: one world; usage: ${usage}`);
  if (values.output === undefined || values.output === '')
    throw misuse(`candor generate: -o DIR is missing; usage: ${usage}`);
  const { world, folder: base } = await findWorld(name, values);
  const script = await readWorldScript(world, base);
  const tasks = wholeNumber('tasks', values.tasks ?? '100', 1);
  const epochs = wholeNumber('epochs', values.epochs ?? '1', 1);
  const folder = String(values.output);
  const there = ['tasks.jsonl', 'attempts.jsonl', 'labels.jsonl'].find(file =>
    existsSync(join(folder, file)),
  );
  if (there) throw misuse(`candor generate: ${join(folder, there)} is there already; name another folder`);
  const show = process.stderr.isTTY && values.quiet !== true;
  const written = await writeBenchmark(
    resolve(folder),
    {
      world,
      script,
      tasks,
      agents: chosenAgents(String(values.agents ?? Object.keys(agents).length)),
      epochs: () => epochs,
      seed: wholeNumber('seed', values.seed ?? '1', 0),
      byConstruction: values['by-construction'] === true,
    },
    (done, attempts) => {
      if (show) process.stderr.write(`\r${done} of ${tasks} tasks, ${attempts} attempts`);
    },
  ).catch(error => {
    throw diskFailure(error, folder) ?? error;
  });
  if (show) process.stderr.write('\n');
  process.stderr.write(
    `${folder}: ${tasks} tasks, ${written} attempts with labels; to check them: candor check ${inShell(join(folder, 'attempts.jsonl'))} --tasks ${inShell(join(folder, 'tasks.jsonl'))} --world ${world.name}\n`,
  );
  return 0;
}

/** A world that the configuration names, or the one of a contract. */
async function findWorld(name: string, values: Values): Promise<{ world: World; folder: string }> {
  if (/\.ya?ml$/.test(name)) return { world: await readWorld(resolve(name), name), folder: '' };
  const config = await readEditionConfig(String(values.config ?? 'edition.yml'));
  const worlds = await readWorlds(config);
  const world = worlds.find(candidate => candidate.name === name);
  if (world) return { world, folder: config.folder };
  const known = worlds.map(candidate => candidate.name);
  throw misuse(`candor generate: ${config.file} has no world "${name}"${didYouMean(name, known)}`);
}

/** The first N of the catalogue, or those named. */
function chosenAgents(text: string) {
  const all = Object.entries(agents);
  if (/^\d+$/.test(text)) {
    const count = wholeNumber('agents', text, 1);
    if (count <= all.length) return all.slice(0, count);
    throw misuse(
      `candor generate: --agents ${text}: there are ${all.length}; ask for fewer, or for more epochs`,
    );
  }
  const names = text.split(',');
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice) throw misuse(`candor generate: --agents: ${twice} is named twice; ask for more --epochs`);
  return names.map(name => {
    const found = all.find(([known]) => known === name);
    if (found) return found;
    throw misuse(`candor generate: --agents: no agent "${name}"${didYouMean(name, Object.keys(agents))}`);
  });
}

function wholeNumber(option: string, value: unknown, least: number): number {
  const number = Number(value);
  if (/^\d+$/.test(String(value)) && number >= least && number < 2 ** 32) return number;
  throw misuse(`candor generate: --${option} ${value}: must be a whole number from ${least} to 4294967295`);
}

/** A path as a shell takes it. */
function inShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
