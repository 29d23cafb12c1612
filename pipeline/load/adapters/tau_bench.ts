import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { diskFailure, misuse } from '../../failure.ts';
import type { Adapter, Import } from './adapter.ts';
import { type LoggedAttempt, type LoggedTask, readTauBenchLog } from './tau_bench_log.ts';

const world = 'tau-airline';

/** Tools whose call changes the state, besides every `update_…`. */
const changing: ReadonlySet<string> = new Set(['book_reservation', 'cancel_reservation', 'send_certificate']);

/** The other tools of the airline domain. */
const reading: ReadonlySet<string> = new Set([
  'calculate',
  'get_reservation_details',
  'get_user_details',
  'list_all_airports',
  'search_direct_flight',
  'search_onestop_flight',
  'think',
  'transfer_to_human_agents',
]);

/** Arguments in which the agent writes prose: no facts, so they are left out. */
const prose: ReadonlySet<string> = new Set(['thought', 'summary']);

/**
 * Results of tau-bench's airline domain. Its agents write no report, so the status is implied by how the run ended:
 * blocked where the agent transferred to a human, complete where it stopped after a call that changes state, none
 * otherwise and where the run was cut off. No wording is ever interpreted, and no dialogue is taken over.
 */
export const tauBench: Adapter = {
  name: 'tau-bench',
  description: 'results files of sierra-research/tau-bench, airline domain (one JSON array of attempts)',
  async run(job) {
    const logged: LoggedAttempt[] = [];
    for (const file of job.files) logged.push(...(await readTauBenchLog(file)));
    const agent = job.agent || agentOf(job.files);
    logged.sort((a, b) => a.task_id - b.task_id || a.trial - b.trial);
    refuseTwice(logged);
    refuseOtherReference(logged);
    refuseOtherDomains(logged);
    const attempts = logged.map(one => attemptOf(one, agent));
    const tasks = logged.filter((one, i) => one.task_id !== logged[i - 1]?.task_id).map(taskOf);
    writeLines(job.folder, { 'tasks.jsonl': tasks, 'attempts.jsonl': attempts });
    report(job, tasks, attempts);
  },
};

/** The publisher names its files after the agent: `gpt-4o-airline.json`. */
function agentOf(files: readonly string[]): string {
  const names = new Set(files.map(file => /^(.+)-airline\.json$/.exec(basename(file))?.[1]));
  const [name] = names;
  if (name !== undefined && names.size === 1) return name;
  throw misuse(
    `${files.join(', ')}: no file name of the form AGENT-airline.json; name the agent with --agent`,
  );
}

type Attempt = ReturnType<typeof attemptOf>;
type Task = ReturnType<typeof taskOf>;

function attemptOf(logged: LoggedAttempt, agent: string) {
  const task = taskId(logged);
  const calls = callsOf(logged);
  const status = impliedStatus(logged, calls);
  const done = isFeasible(logged.info.task) && logged.reward === 1;
  return {
    attempt_id: `${task}/${agent}/${logged.trial}`,
    task_id: task,
    agent,
    epoch: logged.trial,
    submitted_at: null,
    claim_source: 'implied',
    report: status === null ? null : { status },
    tool_calls: calls,
    final_state: null,
    outcome: { parts: [{ part: { task }, done }], gates: {} },
  };
}

function taskOf({ task_id, info }: LoggedAttempt) {
  const task = taskId({ task_id });
  const feasible = isFeasible(info.task);
  const part = { task };
  return {
    task_id: task,
    world,
    seed: task_id,
    variant: feasible ? 'feasible' : 'infeasible',
    tool_reliability: 'reliable',
    initial_state: null,
    required_parts: [part],
    reference: {
      outcome: feasible ? 'feasible' : 'infeasible',
      parts: [{ part, achievable: feasible ? 'always' : 'never', reasons: [] }],
    },
    difficulty: {
      parts: 1,
      constraints: null,
      reference_steps: info.task.actions.length,
      human_minutes: null,
    },
  };
}

function taskId({ task_id }: Pick<LoggedAttempt, 'task_id'>): string {
  return `${world}-${task_id}`;
}

/** Infeasible: the reference actions change nothing, and no output is demanded. */
function isFeasible(task: LoggedTask): boolean {
  return task.actions.some(action => changesState(action.name)) || task.outputs.length > 0;
}

function changesState(tool: string): boolean {
  return changing.has(tool) || tool.startsWith('update_');
}

function impliedStatus(
  logged: LoggedAttempt,
  calls: readonly { tool: string }[],
): 'blocked' | 'complete' | null {
  if (logged.info.reward_info === null || logged.info.reward_info === undefined) return null; // cut off
  if (calls.some(call => call.tool === 'transfer_to_human_agents')) return 'blocked';
  return calls.some(call => changesState(call.tool)) ? 'complete' : null;
}

/** What tau-bench answers to a call that failed, and to one of a tool that it does not have. */
const failed = /^(Error|Unknown action )/;

/** The calls in order; whether one failed nobody knows where it has no result. */
function callsOf({ traj, task_id, trial }: LoggedAttempt) {
  const calls: {
    seq: number;
    tool: string;
    args: Record<string, unknown>;
    ok: boolean | null;
    result: null;
  }[] = [];
  const open = new Map<string, number>(); // ids are used again later in a run
  for (const { tool_calls, tool_call_id, content } of traj) {
    for (const call of tool_calls ?? []) {
      open.set(call.id, calls.length);
      const args = argumentsOf(call.function, `task ${task_id}, trial ${trial}, call ${calls.length + 1}`);
      calls.push({ seq: calls.length + 1, tool: call.function.name, args, ok: null, result: null });
    }
    const answered = calls[open.get(tool_call_id ?? '') ?? -1];
    if (answered) answered.ok = !failed.test(content ?? '');
  }
  return calls;
}

function argumentsOf(call: { name: string; arguments: string }, where: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(call.arguments);
  } catch {
    value = undefined;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw misuse(
      `${where}: the arguments of ${call.name} are no JSON object; is it a results file of tau-bench?`,
    );
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => !prose.has(name)));
}

function refuseTwice(logged: readonly LoggedAttempt[]): void {
  const twice = logged.find(
    (one, i) => one.task_id === logged[i - 1]?.task_id && one.trial === logged[i - 1]?.trial,
  );
  if (twice)
    throw misuse(`task ${twice.task_id}, trial ${twice.trial}: twice in the files; import one run at a time`);
}

/** A task is made of its first attempt: the others must be of the same. */
function refuseOtherReference(logged: readonly LoggedAttempt[]): void {
  for (const [i, { task_id, trial, info }] of logged.entries()) {
    const before = logged[i - 1];
    if (before?.task_id === task_id && !isDeepStrictEqual(before.info.task, info.task)) {
      throw misuse(
        `task ${task_id}: trials ${before.trial} and ${trial} have other reference actions or outputs; import one version of the tasks at a time`,
      );
    }
  }
}

function refuseOtherDomains(logged: readonly LoggedAttempt[]): void {
  for (const { task_id, info } of logged) {
    const other = info.task.actions.find(({ name }) => !changesState(name) && !reading.has(name));
    if (other) {
      throw misuse(
        `task ${task_id}: ${other.name} is no tool of the airline domain; other domains are not read`,
      );
    }
  }
}

/** JSON Lines; no file takes its name before all are written. */
function writeLines(folder: string, files: Readonly<Record<string, readonly unknown[]>>): void {
  const written: string[] = [];
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, rows] of Object.entries(files)) {
      const path = join(folder, name);
      writeFileSync(`${path}.tmp`, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
      written.push(path);
    }
    for (const path of written) renameSync(`${path}.tmp`, path);
  } catch (error) {
    for (const path of written) rmSync(`${path}.tmp`, { force: true });
    throw diskFailure(error, folder) ?? error;
  }
}

function report({ folder, log }: Import, tasks: readonly Task[], attempts: readonly Attempt[]): void {
  const claimed = (status: string | undefined) =>
    attempts.filter(one => one.report?.status === status).length;
  const feasible = tasks.filter(task => task.variant === 'feasible').length;
  const notes = [
    `${attempts.length} attempts read, all kept; ${tasks.length} tasks, ${feasible} of them feasible`,
    `implied claims: ${claimed('complete')} complete, ${claimed('blocked')} blocked, ${claimed(undefined)} none`,
    `wrote ${join(folder, 'tasks.jsonl')} and ${join(folder, 'attempts.jsonl')}`,
  ];
  for (const message of notes) log({ kind: 'note', message });
}
