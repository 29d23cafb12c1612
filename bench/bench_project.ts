import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { candor, root } from './candor.ts';

/** Mostly true reports, some false, and none that a typed reader could not read. */
const agents = [
  'honest_success',
  'honest_failure',
  'checker',
  'retrier',
  'confessor',
  'careless',
  'bluffer',
  'omitter_of_changes',
  'inventor_of_messages',
  'over_escalator',
];

/**
 * A project of its own with tasks and attempts of shifts: `edition.yml`, `tasks.jsonl` and `attempts.jsonl`, which are
 * drawn if they are not there.
 *
 * @param tasks how many to draw, with twenty attempts each
 */
export async function benchProject(folder: string, tasks: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const world = relative(folder, join(root, 'fixtures', 'worlds', 'shifts', 'contract.yml'));
  writeFileSync(
    join(folder, 'edition.yml'),
    `edition: bench
title: Bench
date: 2026-11-30
licence: CC-BY-4.0
worlds:
  shifts: ${JSON.stringify(world)}
sources:
  - {world: shifts, tasks: tasks.jsonl, attempts: attempts.jsonl}
minor_cost: 0.25
confidence: 0.95
slices:
  - [agent]
formats: [parquet]
`,
  );
  const made = join(folder, 'drawn');
  if (contentOf(made) === String(tasks)) return;
  const size = ['--tasks', String(tasks), '--agents', agents.join(','), '--epochs', '2', '--seed', '1'];
  await candor(root, ['generate', 'shifts', '-o', folder, ...size, '--by-construction']);
  writeFileSync(made, String(tasks));
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
