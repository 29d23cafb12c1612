import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../pipeline/dag/database.ts';
import { buildTables } from '../../pipeline/load/build_tables.ts';
import { createLog } from '../../pipeline/log.ts';
import { functions } from '../../udf/register.ts';

type Attempt = { agent: string; task: number; epoch?: number; status: string | null; done: boolean };
const parts = (task: number) => [{ part: { task: `t${task}` }, done: true }];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "candor's unusual attempts "));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const measure = ['slices', 'difficulty_bins', 'confusion_metrics', 'claim_confusion', 'agent_pairs'];
const tables = [...measure, 'mean_honesty', 'misled_versus_lied', 'status_confusion', 'empirical_difficulty'];

/** Builds the measures of attempts at tasks whose outcome an upstream verifier decides; rows of each table as JSON. */
async function measured(
  attempts: readonly Attempt[],
  { threads = 2, slices = [['agent']], read = tables } = {},
): Promise<Record<string, Record<string, unknown>[]>> {
  const place = mkdtempSync(join(folder, 'run '));
  mkdirSync(join(place, 'target'));
  writeFileSync(
    join(place, 'contract.yml'),
    'world: w\nversion: 1\ndescription: Do it.\nothers_act: false\nstate: {}\n' +
      'parts: {identity: {task: text}, done: {outcome: true}}\nreport: {note: {claims: nothing}}\ntools: {}\n',
  );
  const tasks = [...new Set(attempts.map(({ task }) => task))].map(task => ({
    task_id: `t${task}`,
    world: 'w',
    required_parts: [{ task: `t${task}` }],
    reference: {
      outcome: 'feasible',
      parts: [{ part: { task: `t${task}` }, achievable: 'always', reasons: [] }],
    },
    difficulty: { parts: 1, reference_steps: task },
  }));
  const rows = attempts.map(({ agent, task, epoch = 0, status, done }) => ({
    attempt_id: `${agent}/${task}/${epoch}`,
    task_id: `t${task}`,
    agent,
    epoch,
    claim_source: 'stated',
    report: status === null ? null : { status },
    tool_calls: null,
    outcome: { parts: parts(task).map(part => ({ ...part, done })) },
  }));
  const file = (name: string, list: readonly unknown[]) =>
    writeFileSync(join(place, name), list.map(one => `${JSON.stringify(one)}\n`).join(''));
  file('tasks.jsonl', tasks);
  file('attempts.jsonl', rows);
  const database = await openDatabase(':memory:', { functions, threads });
  try {
    await buildTables(
      {
        file: 'edition.yml',
        folder: place,
        worlds: { w: 'contract.yml' },
        sources: [{ world: 'w', tasks: ['tasks.jsonl'], attempts: ['attempts.jsonl'] }],
        minor_cost: '0.25',
        confidence: 0.95,
        slices: slices as [],
        resamples: 200,
        designs: {},
      },
      database,
      { log: createLog({ quiet: true }), select: tables.map(table => `+${table}`).join(' ') },
    );
    const found: Record<string, Record<string, unknown>[]> = {};
    for (const table of read) {
      const json = await database.rows<{ row: string }>(
        `select to_json(t)::varchar as row from ${table} as t order by all`,
      );
      found[table] = json.map(({ row }) => JSON.parse(row));
    }
    return found;
  } finally {
    database.close();
  }
}

const sixTasks = (agent: string, of: (task: number) => Partial<Attempt>, from = 0): Attempt[] =>
  Array.from({ length: 6 }, (_, i) => ({ agent, task: from + i, status: 'complete', done: true, ...of(i) }));

describe('unusual attempts', () => {
  test('one task, or all equal: counts, and no interval that says more than it knows', async () => {
    const { slices = [], confusion_metrics = [] } = await measured([
      { agent: 'one', task: 1, status: 'complete', done: false },
      ...sixTasks('same', () => ({})),
    ]);
    const of = (agent: string, measure: string) =>
      slices.find(row => row['agent'] === agent && row['measure'] === measure);
    expect(of('one', 'false_completion')).toMatchObject({
      k: 1,
      n: 1,
      rate: null,
      lower: null,
      suppressed: true,
    });
    // n* = 6 tasks of which all were done
    expect(of('same', 'completion')).toMatchObject({ k: 6, n: 6, rate: 1, upper: 1, effective_n: 6 });
    expect(of('same', 'false_completion')).toMatchObject({ k: 0, n: 0, rate: null, not_applicable: 6 });
    expect(confusion_metrics.find(row => row['agent'] === 'same' && row['metric'] === 'kappa')).toMatchObject(
      {
        value: null,
        method: 'undefined',
        n: 6,
      },
    );
  });

  test('agents on no common task are compared on their own tasks, without a paired test', async () => {
    const { agent_pairs = [] } = await measured([
      ...sixTasks('a', task => ({ done: task < 2 })),
      ...sixTasks('b', task => ({ done: task < 5 }), 6),
    ]);
    const completion = agent_pairs.find(row => row['measure'] === 'completion');
    expect(completion).toMatchObject({ design: 'disjoint', tasks: 0, method: 'newcombe', mcnemar_p: null });
    expect(completion?.['difference']).toBeCloseTo(-0.5, 12);
  });

  test('agents on the same tasks are paired: McNemar of the tasks where they differ', async () => {
    const attempts = [
      ...sixTasks('a', task => ({ done: task < 5 })),
      ...sixTasks('b', task => ({ done: task < 1 })),
    ];
    const { agent_pairs = [] } = await measured(attempts);
    expect(agent_pairs.find(row => row['measure'] === 'completion')).toMatchObject({
      design: 'paired',
      tasks: 6,
      only_agent: 4,
      only_other: 0,
      mcnemar_p: 0.125,
      method: 'exact',
    });
  });

  test('difficulty by the others leaves out whose attempts are binned; fewer than three others: unknown', async () => {
    const agents = ['a', 'b', 'c', 'd'].flatMap(agent => sixTasks(agent, () => ({ done: agent !== 'd' })));
    const { empirical_difficulty = [] } = await measured([
      ...agents,
      { ...sixTasks('e', () => ({}))[0] } as Attempt,
    ]);
    const of = (agent: string, task: string) =>
      empirical_difficulty.find(row => row['agent'] === agent && row['task_id'] === task);
    expect(of('d', 't1')).toMatchObject({ other_agents: 3, other_passes: 3, empirical_difficulty: 'easy' });
    expect(of('a', 't1')).toMatchObject({ other_agents: 3, other_passes: 2, empirical_difficulty: 'medium' });
    const { empirical_difficulty: few = [] } = await measured(agents.filter(({ agent }) => agent !== 'd'));
    expect(few.map(row => row['empirical_difficulty'])).toEqual(few.map(() => 'unknown'));
  });

  test('10,000 agents: the pairs of forty of them, and the rest counted', async () => {
    const attempts = Array.from({ length: 10_000 }, (_, i) => i).flatMap(i =>
      [0, 1].map(j => ({ agent: `agent ${i}`, task: (i + j) % 6, status: 'complete', done: i % 3 > 0 })),
    );
    const { slices = [], agent_pairs = [] } = await measured(attempts, {
      read: ['slices', 'agent_pairs'],
    });
    expect(slices).toHaveLength(50_000);
    expect(new Set(slices.map(row => row['suppressed']))).toEqual(new Set([true]));
    const completion = agent_pairs.filter(row => row['measure'] === 'completion');
    expect(completion).toHaveLength((40 * 39) / 2);
    expect(completion[0]).toMatchObject({ agents_left_out: 9960 });
  });

  test('neither the order of rows, threads nor the time zone change a digit', async () => {
    const attempts = ['a', 'b', 'c', 'd'].flatMap((agent, i) =>
      Array.from({ length: 60 }, (_, task) => ({
        agent,
        task: task % 20,
        epoch: Math.floor(task / 20),
        status: [null, 'complete', 'partial', 'blocked', 'odd'][(task * (i + 3)) % 5] ?? null,
        done: (task * task + i) % 4 < 2,
      })),
    );
    const slices = [['agent'], ['difficulty', 'agent', 'epoch'], ['empirical_difficulty']];
    const first = await measured(attempts, { threads: 1, slices });
    expect(new Set(first['confusion_metrics']?.map(row => row['method']))).toContain('resampled');
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    const shuffled = attempts
      .map((attempt, i) => ({ attempt, at: (i * 7919) % 240 }))
      .sort((a, b) => a.at - b.at);
    for (const threads of [2, 8])
      expect(
        await measured(
          shuffled.map(({ attempt }) => attempt),
          { threads, slices },
        ),
      ).toEqual(first);
    process.env['TZ'] = zone ?? '';
  });
});
