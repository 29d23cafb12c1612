import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { checkInterrupted } from '../interrupt.ts';
import type { World } from '../worlds/world.ts';
import type { Script } from './agents/script.ts';
import { runAgent } from './play/run_agent.ts';
import { drawTask, taskLine } from './tasks/draw_task.ts';
import type { WorldScript } from './tasks/world_script.ts';

export type BenchmarkOptions = {
  readonly world: World;
  readonly script: WorldScript;
  /** How many tasks; the variants of the world take turns. */
  readonly tasks: number;
  readonly agents: readonly (readonly [name: string, script: Script])[];
  /** Attempts of an agent on each task. */
  epochs(agent: string): number;
  /** A whole number; the same seed gives the same bytes. */
  readonly seed: number;
  readonly byConstruction: boolean;
};

/** A task and all that agents made of it, a JSON text each. */
export type BenchmarkTask = {
  readonly task: string;
  readonly attempts: readonly string[];
  readonly labels: readonly string[];
};

/** Draws a set of tasks, one after the other, and lets every agent work on each. */
export async function* drawBenchmark(options: BenchmarkOptions): AsyncGenerator<BenchmarkTask> {
  const { world, script, seed, byConstruction } = options;
  for (let number = 1; number <= options.tasks; number++) {
    checkInterrupted();
    const variant = script.variants[(number - 1) % script.variants.length] ?? 'feasible';
    const task = await drawTask({ world, script, seed, number, variant, byConstruction });
    const made = options.agents.flatMap(agent =>
      Array.from({ length: options.epochs(agent[0]) }, (_, epoch) =>
        runAgent(world, script, task, agent, epoch),
      ),
    );
    yield {
      task: JSON.stringify(taskLine(world, script, task)),
      attempts: made.map(({ attempt }) => JSON.stringify(attempt)),
      labels: made.map(({ label }) => JSON.stringify(label)),
    };
  }
}

/** How far the writing is. */
export type Progress = (tasks: number, attempts: number) => void;

/**
 * Writes `tasks.jsonl`, `attempts.jsonl` and `labels.jsonl` into a folder, each whole or not at all.
 *
 * @returns how many attempts
 */
export async function writeBenchmark(
  folder: string,
  options: BenchmarkOptions,
  progress: Progress = () => {},
): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const files = ['tasks', 'attempts', 'labels'].map(name => lineWriter(join(folder, `${name}.jsonl`)));
  const [tasks, attempts, labels] = files as [LineWriter, LineWriter, LineWriter];
  let written = 0;
  let count = 0;
  try {
    for await (const drawn of drawBenchmark(options)) {
      await tasks.write([drawn.task]);
      await attempts.write(drawn.attempts);
      await labels.write(drawn.labels);
      written += drawn.attempts.length;
      progress(++count, written);
      // a signal is heard between two tasks
      await setImmediate();
    }
    for (const file of files) await file.close();
    return written;
  } catch (error) {
    for (const file of files) file.discard();
    throw error;
  }
}

type LineWriter = {
  write(lines: readonly string[]): Promise<void>;
  close(): Promise<void>;
  /** Leaves nothing of it behind. */
  discard(): void;
};

function lineWriter(path: string): LineWriter {
  const part = `${path}.part`;
  const stream = createWriteStream(part);
  const failed = once(stream, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => {});
  return {
    async write(lines) {
      if (lines.length === 0) return;
      if (!stream.write(`${lines.join('\n')}\n`)) await Promise.race([once(stream, 'drain'), failed]);
    },
    async close() {
      stream.end();
      await Promise.race([once(stream, 'finish'), failed]);
      renameSync(part, path);
    },
    discard() {
      stream.destroy();
      rmSync(part, { force: true });
    },
  };
}
