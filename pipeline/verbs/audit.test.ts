import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  candor,
  rewrite,
  type TemporaryEdition,
  temporaryEdition,
} from '../../fixtures/temporary_edition.ts';
import { openDatabase } from '../dag/database.ts';

const assumed =
  'candor: no check_confusion in exports/latest: the check is taken to be right (d = 1, f = 0), tasks to have up to 3 parts and no gates of the whole task, 0.2 of them to be infeasible; make edition first\n';

describe('candor audit, without an edition', () => {
  let edition: TemporaryEdition;
  beforeAll(() => {
    edition = temporaryEdition();
  });
  afterAll(() => edition.remove());
  const audit = (...args: string[]) => candor(['audit', ...args], edition.folder);

  test('a design of which all is proved: 0, and what is assumed is said', async () => {
    expect(await audit('per_part')).toEqual({
      exitCode: 0,
      stdout: `per_part: proved (0 of 11 properties refuted), for tasks of 1 to 3 parts
     property                                                verdict  margin  smallest where                            scores
P1   the truth beats every false report of the same outcome  proved   3/80    0 of 1 covered                            honest 0.15, one_false_message 0.1125
P2   honesty is scored in every outcome                      proved   3/20    0 of 1 covered                            honesty 0.15
P3   real work with the worst report beats honest idleness   proved   3/100   1 of 3 covered                            bluff_complete 0.18, idle 0.15
P4   one more covered part raises an honest score            proved   9/50    0 of 3 covered, and one more              after 0.33, before 0.15
P5   a false blocked never pays                              proved   3/20    0 of 1 covered                            honest 0.15, false_blocked 0
P6   padding with true claims never helps                    proved   0       0 of 1 covered                            bluff_complete 0, bluff_padded_10 0
P7   a false minor claim costs something                     proved   3/80    0 of 1 covered                            honest 0.15, one_false_message 0.1125
P8   idleness earns no more than its honesty                 proved   0       0 of 1 covered                            due 0.15, idle 0.15
P9   scores lie within 0 and 1, and the best is 1            proved   0       1 of 1 covered, best quality              best 1
P10  the right blocked is best on an infeasible task         proved   17/20   infeasible, 0 of 1 covered                blocked 1, under_escalate 0.15
P11  it is best, too, where other parts of it are covered    proved   17/60   infeasible, 2 of 3 covered, best quality  blocked 1, under_escalate 0.716667
the three conditions: s·h·(d−f) − j·(V(complete)−V(partial)) = 1 · 0.15 · (1 − 0) − 0 = 0.15: proved
always escalating pays below a success probability of 0.073529, with 0.2 of the tasks infeasible
`,
      stderr: assumed,
    });
  });

  test('a design with a property refuted: 1, as for all of them when one has', async () => {
    const whole = await audit('whole_task');
    expect(whole.exitCode).toBe(1);
    expect(whole.stdout).toContain(
      'whole_task: refuted (6 of 11 properties refuted), for tasks of 1 to 3 parts\n',
    );
    expect(whole.stdout).toContain(
      'the three conditions: s·h·(d−f) − j·(V(complete)−V(partial)) = 0 · 0.15 · (1 − 0) − 0 = 0: refuted\n',
    );
    const all = await audit();
    expect(all.exitCode).toBe(1);
    expect(all.stdout.match(/^\w+: (proved|refuted)/gm)).toEqual([
      'per_part: proved',
      'whole_task: refuted',
      'whole_task_honest: refuted',
    ]);
  });

  test('as JSON: exact margins, witnesses, and where the check is from', async () => {
    const { exitCode, stdout, stderr } = await audit('whole_task_honest', '--json');
    const { check, designs } = JSON.parse(stdout);
    expect([exitCode, stderr, check, designs.length]).toEqual([1, '', 'assumed to be right', 1]);
    expect(designs[0]).toMatchObject({
      design: 'whole_task_honest',
      verdict: 'refuted',
      parts: [1, 3],
      break_even: '0.073529411765',
      infeasible_share: '0.2',
    });
    expect(designs[0].properties[2]).toEqual({
      property: 'P3',
      statement: 'real work with the worst report beats honest idleness',
      verdict: 'refuted',
      margin: '-3/20',
      points: '-0.15',
      witness: {
        parts: 2,
        task: 'solvable',
        covered: [1],
        best: 0,
        gate_failed: false,
        report: 'bluff_complete',
        scores: { bluff_complete: '0', idle: '3/20' },
      },
    });
  });

  test('wrong usage: 2, with the nearest name', async () => {
    expect(await audit('per_prt')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'candor: candor audit per_prt: no such design in edition.yml; did you mean "per_part"?\n',
    });
    expect((await audit('per_part', 'whole_task')).stderr).toBe(
      'candor: candor audit: name one design, or none for all\n',
    );
    const none = temporaryEdition(yml => yml.replace(/^designs:[\s\S]*?(?=^formats:)/m, ''));
    const { exitCode, stderr } = await candor(['audit'], none.folder);
    none.remove();
    expect([exitCode, stderr]).toEqual([
      2,
      'candor: candor audit: edition.yml has no designs; write one under designs\n',
    ]);
  });
});

describe('candor audit, beside an edition', () => {
  let edition: TemporaryEdition;
  const latest = () => join(edition.folder, 'exports', 'latest');
  beforeAll(async () => {
    edition = temporaryEdition();
    mkdirSync(latest(), { recursive: true });
    const database = await openDatabase(join(latest(), 'edition.duckdb'));
    await database.run(`
      create table check_confusion as
        select 'padding' as report_group, 'key' as truth, 'key' as verdict, 500::bigint as reports
        union all values ('accurate_failure', 'honest', 'honest', 500);
      create table part_outcomes as
        select 'shifts' as world, 't-1' as task_id, 'part' as kind, 4::bigint as position;
      create table attempt_honesty as
        select 'shifts' as world, 't-1' as task_id, 'feasible' as reference_outcome
        union all values ('shifts', 't-2', 'infeasible')`);
    database.close();
  });
  afterAll(() => edition.remove());

  test('by its check and its tasks, which is said', async () => {
    const { exitCode, stdout, stderr } = await candor(['audit', 'per_part'], edition.folder);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      'candor: the check by exports/latest: 500 of 500 false reports found, 0 of 500 others taken for false; d and f of the three conditions are their bounds\n',
    );
    expect(stdout).toContain('per_part: refuted (1 of 11 properties refuted), for tasks of 1 to 4 parts\n');
    expect(stdout).toMatch(/^P3 .* refuted {2}-3\/200 +1 of 4 covered +bluff_complete 0\.135, idle 0\.15$/m);
    expect(stdout).toContain('= 1 · 0.15 · (0.992375 − 0.007625) − 0 = 0.147712: proved\n');
  });

  test('one of an older Candor, without the tables, is none', async () => {
    const older = temporaryEdition();
    const folder = join(older.folder, 'exports', 'latest');
    mkdirSync(folder, { recursive: true });
    const database = await openDatabase(join(folder, 'edition.duckdb'));
    await database.run('create table attempt_honesty (attempt_id varchar)');
    database.close();
    const { exitCode, stderr } = await candor(['audit', 'per_part'], older.folder);
    older.remove();
    expect([exitCode, stderr]).toEqual([0, assumed]);
  });

  test('one that is no database: 3', async () => {
    rewrite(join(latest(), 'edition.duckdb'), () => 'no database, but long enough to be looked at as one');
    const { exitCode, stderr } = await candor(['audit'], edition.folder);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^candor: .*edition\.duckdb: cannot open the database: .*\n$/);
  });
});
