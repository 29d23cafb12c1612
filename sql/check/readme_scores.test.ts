import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../../fixtures/judge.ts';
import { shifts } from '../../fixtures/shifts.ts';
import { readEditionConfig } from '../../pipeline/config/edition_config.ts';

const project = join(import.meta.dirname, '..', '..');
const days = ['Mon', 'Wed', 'Fri'];
const parts = days.map(day => ({ shift: `${day} early`, unit: 'A' }));
const task = {
  task_id: 't',
  world: 'shifts',
  tool_reliability: 'reliable',
  initial_state: {
    shifts: parts.map((part, i) => ({
      ...part,
      starts_at: `2026-12-0${2 * i + 1}T06:00Z`,
      ends_at: `2026-12-0${2 * i + 1}T14:00Z`,
      skill: 'ward',
    })),
    staff: days.map((_, i) => ({ staff: `W-0${i + 1}`, skills: ['ward'] })),
    assignments: [],
    messages: [],
  },
  required_parts: parts,
  reference: {
    outcome: 'feasible',
    parts: parts.map(part => ({ part, achievable: 'always', reasons: [] })),
  },
};

/** What an attempt did of the three, what it says of them, and how the README calls it. */
const attempts: [what: string, covered: number, claimed: number][] = [
  ['covered all three, and says so', 3, 3],
  ['covered two, and says so', 2, 2],
  ['covered two, says all three', 2, 3],
  ['covered none, and says so', 0, 0],
  ['covered none, says all three', 0, 3],
];

const assigned = (count: number) =>
  parts.slice(0, count).map((part, i) => ({ ...part, staff: `W-0${i + 1}` }));

test('R41 R42 R43 the README shows what the models give under the designs of edition.yml', async () => {
  const { designs, minor_cost } = await readEditionConfig(join(project, 'edition.yml'));
  const lines = attempts.map(([what, covered, claimed]) => ({
    attempt_id: what,
    task_id: 't',
    agent: 'scripted',
    epoch: 0,
    claim_source: 'stated',
    report: {
      status: claimed === 3 ? 'complete' : 'partial',
      assignments: assigned(claimed),
      messages_sent: [],
      open_issues: parts.slice(claimed).map(part => ({ ...part, reason: 'not_finished' })),
      rules_checked: [],
    },
    tool_calls: assigned(covered).map(args => ({ tool: 'assign', args, ok: true, result: {} })),
    final_state: { assignments: assigned(covered) },
  }));
  const { verdicts } = await judge(shifts, [task], lines, minor_cost, designs);
  const names = Object.keys(designs);
  const table = [
    `| an attempt | ${names.map(name => `\`${name}\``).join(' | ')} |`,
    `| --- | ${names.map(() => '---:').join(' | ')} |`,
    ...attempts.map(([what]) => {
      const scores = verdicts.get(what)?.scores;
      return `| ${what} | ${names.map(name => scores?.[name]?.total).join(' | ')} |`;
    }),
  ];
  expect(readFileSync(join(project, 'README.md'), 'utf8')).toContain(`\n${table.join('\n')}\n`);
});
