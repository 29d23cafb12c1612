import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { breakdown, misuse } from '../../failure.ts';
import { tauBench } from './tau_bench.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "candor's logs "));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Call = [tool: string, args?: unknown, result?: string];
type Made = {
  task?: number;
  trial?: number;
  reward?: number;
  actions?: string[];
  outputs?: string[];
  cut?: boolean;
  calls?: Call[];
};

/** An attempt in the shape of the publisher's log. */
const attempt = ({
  task = 0,
  trial = 0,
  reward = 0,
  actions = ['book_reservation'],
  outputs = [],
  cut = false,
  calls = [],
}: Made) => ({
  task_id: task,
  trial,
  reward,
  info: {
    task: {
      user_id: 'u',
      instruction: 'Be brief.',
      actions: actions.map(name => ({ name, kwargs: {} })),
      outputs,
    },
    reward_info: cut ? null : { reward },
  },
  traj: [
    { role: 'system', content: 'Policy.' },
    { role: 'user', content: 'Everything is booked, thank you!' },
    ...calls.flatMap(([name, args = {}, result = '{}']) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'again', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
      },
      { role: 'tool', tool_call_id: 'again', name, content: result },
    ]),
  ],
});

async function imported(attempts: unknown, file = 'gpt-x-airline.json', agent?: string) {
  const path = join(folder, file);
  writeFileSync(path, typeof attempts === 'string' ? attempts : JSON.stringify(attempts));
  const messages: string[] = [];
  await tauBench.run({
    files: [path],
    folder,
    agent,
    log: event => messages.push('message' in event ? event.message : ''),
  });
  const lines = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
  return { tasks: lines('tasks.jsonl'), attempts: lines('attempts.jsonl'), messages };
}

describe('implied claims', () => {
  const status = async (made: Made) => (await imported([attempt(made)])).attempts[0].report;

  test('blocked where the agent transferred to a human, even after a change', async () =>
    expect(
      await status({ calls: [['book_reservation'], ['transfer_to_human_agents', { summary: 'Sorry.' }]] }),
    ).toEqual({ status: 'blocked' }));

  test.each(['book_reservation', 'cancel_reservation', 'send_certificate', 'update_reservation_flights'])(
    'complete where it stopped after %s',
    async tool => expect(await status({ calls: [[tool]] })).toEqual({ status: 'complete' }),
  );

  test('complete even where that call failed: no result is interpreted', async () =>
    expect(await status({ calls: [['book_reservation', {}, 'Error: no seats']] })).toEqual({
      status: 'complete',
    }));

  test('no report where nothing was changed, whatever was said', async () =>
    expect(await status({ calls: [['get_user_details']] })).toBeNull());

  test('no report where the run was cut off', async () =>
    expect(await status({ cut: true, calls: [['book_reservation']] })).toBeNull());
});

describe('reference and outcome', () => {
  const made = async (one: Made) => {
    const { tasks, attempts } = await imported([attempt(one)]);
    return { reference: tasks[0].reference, variant: tasks[0].variant, outcome: attempts[0].outcome };
  };
  const part = { task: 'tau-airline-0' };

  test('infeasible where the reference actions change nothing and no output is demanded: its part is never done', async () =>
    expect(await made({ actions: ['get_user_details', 'transfer_to_human_agents'], reward: 1 })).toEqual({
      reference: { outcome: 'infeasible', parts: [{ part, achievable: 'never', reasons: [] }] },
      variant: 'infeasible',
      outcome: { parts: [{ part, done: false }], gates: {} },
    }));

  test('feasible where an output is demanded; done where the reward is 1', async () =>
    expect(await made({ actions: [], outputs: ['327'], reward: 1 })).toEqual({
      reference: { outcome: 'feasible', parts: [{ part, achievable: 'always', reasons: [] }] },
      variant: 'feasible',
      outcome: { parts: [{ part, done: true }], gates: {} },
    }));

  test('not done where the reward is less', async () =>
    expect((await made({ reward: 0 })).outcome.parts).toEqual([{ part, done: false }]));
});

test('facts only: calls with arguments and whether they failed; no dialogue, no prose, no results', async () => {
  const calls: Call[] = [
    ['think', { thought: 'I had better say it is done.' }],
    ['book_reservation', { user_id: 'u', cabin: 'economy' }, 'Error: no seats'],
    ['get_user_details', { user_id: 'u' }],
  ];
  const { attempts } = await imported([attempt({ calls })]);
  expect(attempts[0].tool_calls).toEqual([
    { seq: 1, tool: 'think', args: {}, ok: true, result: null },
    { seq: 2, tool: 'book_reservation', args: { user_id: 'u', cabin: 'economy' }, ok: false, result: null },
    { seq: 3, tool: 'get_user_details', args: { user_id: 'u' }, ok: true, result: null },
  ]);
  expect(JSON.stringify(attempts)).not.toMatch(/thank you|brief|Policy|better say|no seats/);
});

test('a call of a tool that is not there failed; of one without a result nobody knows', async () => {
  const cut = attempt({ calls: [['book_flight', {}, 'Unknown action book_flight'], ['get_user_details']] });
  cut.traj.pop();
  const { attempts } = await imported([cut]);
  expect(attempts[0].tool_calls.map((call: { ok: unknown }) => call.ok)).toEqual([false, null]);
});

test('sorted by task and trial; the agent from the name of the file', async () => {
  const { tasks, attempts, messages } = await imported([
    attempt({ task: 10 }),
    attempt({ task: 2, trial: 1 }),
    attempt({ task: 2 }),
  ]);
  expect(tasks.map(task => task.task_id)).toEqual(['tau-airline-2', 'tau-airline-10']);
  expect(attempts.map(one => one.attempt_id)).toEqual([
    'tau-airline-2/gpt-x/0',
    'tau-airline-2/gpt-x/1',
    'tau-airline-10/gpt-x/0',
  ]);
  expect(messages.slice(0, 2)).toEqual([
    '3 attempts read, all kept; 2 tasks, 2 of them feasible',
    'implied claims: 0 complete, 0 blocked, 3 none',
  ]);
});

describe('what is no such log', () => {
  const refused = async (log: unknown, message: string, file?: string) =>
    expect(imported(log, file)).rejects.toThrow(
      misuse(message.replaceAll('FILE', join(folder, file ?? 'gpt-x-airline.json'))),
    );

  test('empty', async () => refused('', 'FILE: empty; name a results file of tau-bench'));
  test('without attempts', async () => refused([], 'FILE: no attempts; is it a results file of tau-bench?'));
  test.each([
    ['not there', 'missing-airline.json', 'no such file; name a results file of tau-bench'],
    ['a folder', '.', 'a folder; name a results file of tau-bench'],
  ])('%s', async (_, name, message) => {
    const file = join(folder, name);
    const run = tauBench.run({ files: [file], folder, agent: undefined, log: () => {} });
    await expect(run).rejects.toThrow(misuse(`${file}: ${message}`));
  });
  test('not JSON', async () =>
    expect(imported('[{')).rejects.toThrow(
      /^.*airline\.json: not JSON: .*; name a results file of tau-bench$/,
    ));
  test('another shape, with the field', async () =>
    refused(
      [attempt({}), { ...attempt({}), info: { task: { actions: [], outputs: 'none' }, reward_info: null } }],
      'FILE: [1].info.task.outputs: Invalid input: expected array, received string; is it a results file of tau-bench?',
    ));
  test('an attempt twice', async () =>
    refused([attempt({}), attempt({})], 'task 0, trial 0: twice in the files; import one run at a time'));
  test('one task in two versions', async () =>
    refused(
      [attempt({}), attempt({ trial: 1, outputs: ['327'] })],
      'task 0: trials 0 and 1 have other reference actions or outputs; import one version of the tasks at a time',
    ));
  test('another domain', async () =>
    refused(
      [attempt({ actions: ['modify_pending_order_items'] })],
      'task 0: modify_pending_order_items is no tool of the airline domain; other domains are not read',
    ));
  test('no agent in the name of the file', async () =>
    refused(
      [attempt({})],
      'FILE: no file name of the form AGENT-airline.json; name the agent with --agent',
      'results.json',
    ));
});

describe('what cannot be written', () => {
  const into = async (target: string) => {
    const file = join(folder, 'gpt-x-airline.json');
    writeFileSync(file, JSON.stringify([attempt({})]));
    await tauBench.run({ files: [file], folder: target, agent: undefined, log: () => {} });
  };

  test.each(['a file', join('a file', 'below')])('a file in the way: %s', async name => {
    writeFileSync(join(folder, 'a file'), '');
    const target = join(folder, name);
    await expect(into(target)).rejects.toThrow(
      breakdown(`${target}: not a folder; move it away, then run again`),
    );
  });

  test('neither file, where one cannot be written', async () => {
    const target = join(folder, 'logs');
    mkdirSync(join(target, 'attempts.jsonl.tmp'), { recursive: true });
    await expect(into(target)).rejects.toThrow(
      breakdown(`${target}: a folder is in the way of a file; move it away, then run again`),
    );
    expect(readdirSync(target)).toEqual(['attempts.jsonl.tmp']);
  });
});

describe('the committed attempts', () => {
  const folderOf = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'worlds', 'tau-airline');
  const rows = (name: string) =>
    readFileSync(join(folderOf, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));

  test('200 attempts at 50 tasks, 48 transfers, 104 implied complete', () => {
    const attempts = rows('attempts.jsonl');
    const claimed = (status?: string) => attempts.filter(one => one.report?.status === status).length;
    expect([attempts.length, rows('tasks.jsonl').length]).toEqual([200, 50]);
    expect([claimed('blocked'), claimed('complete'), claimed(undefined)]).toEqual([48, 104, 48]);
  });

  test('hold no prose', () => {
    const text = readFileSync(join(folderOf, 'attempts.jsonl'), 'utf8');
    expect(text).not.toMatch(/"(thought|summary|content|instruction)"/);
  });
});
