import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod';
import { fieldName } from '../../config/yaml_file.ts';
import { misuse } from '../../failure.ts';

const action = z.object({ name: z.string(), kwargs: z.record(z.string(), z.unknown()) });

const call = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });

const message = z.object({
  role: z.string(),
  content: z.string().nullish(),
  tool_calls: z.array(call).nullish(),
  tool_call_id: z.string().optional(),
});

const attempt = z.object({
  task_id: z.int().nonnegative(),
  trial: z.int().nonnegative(),
  reward: z.number(),
  info: z.object({
    task: z.object({ actions: z.array(action), outputs: z.array(z.unknown()) }),
    reward_info: z.unknown(),
  }),
  traj: z.array(message),
});

/** An attempt as tau-bench logs it; what is not read of it is left out here. */
export type LoggedAttempt = z.output<typeof attempt>;
export type LoggedTask = LoggedAttempt['info']['task'];

const LARGEST = 512 * 1024 * 1024;

/**
 * Reads a results file of tau-bench: one JSON array of attempts.
 *
 * @throws Failure 2 naming the file and the field: `results.json: [3].info.task: …`
 */
export async function readTauBenchLog(file: string): Promise<LoggedAttempt[]> {
  const result = z
    .array(attempt)
    .min(1, 'no attempts')
    .safeParse(parse(await readText(file), file));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = fieldName(issue?.path ?? []);
  throw misuse(`${file}: ${field ? `${field}: ` : ''}${issue?.message}; is it a results file of tau-bench?`);
}

async function readText(file: string): Promise<string> {
  const stats = await stat(file).catch(cause => {
    throw misuse(`${file}: no such file; name a results file of tau-bench`, { cause });
  });
  if (stats.isDirectory()) throw misuse(`${file}: a folder; name a results file of tau-bench`);
  if (stats.size === 0) throw misuse(`${file}: empty; name a results file of tau-bench`);
  if (stats.size > LARGEST) throw misuse(`${file}: ${stats.size} bytes, more than 512 MiB; split it by task`);
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw misuse(`${file}: cannot be read (${cause.code}); correct its permissions`, { cause });
  });
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw misuse(`${file}: not JSON: ${message}; name a results file of tau-bench`, { cause: error });
  }
}
