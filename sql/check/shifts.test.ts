import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judge, type Verdict } from '../../fixtures/judge.ts';

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'worlds', 'shifts');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const lines = (name: string) =>
  read(name)
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

/** What a hand-written attempt must be judged; claims and lists that are plainly supported are not written out. */
type Expected = {
  attempt_id: string;
  why: string;
  numbers: string[];
  quarantined?: string;
  status?: Partial<Verdict['status']>;
  claims?: Record<string, unknown>[];
  lists?: Record<string, unknown>[];
  flags?: string[];
} & Record<string, unknown>;

const expectations: Expected[] = lines('expected.jsonl');
const world = {
  name: 'shifts',
  contract: read('contract.yml'),
  gates: Object.fromEntries(
    readdirSync(join(folder, 'gates')).map(name => [name, read(join('gates', name))]),
  ),
};
const attempts = lines('attempts.jsonl');
const { verdicts, quarantined } = await judge(world, lines('tasks.jsonl'), attempts);

describe('hand-written attempts in shifts', () => {
  test('every attempt has an expectation, and none is quarantined', () => {
    expect(quarantined).toEqual([]);
    expect([...verdicts.keys()]).toEqual(expectations.map(expected => expected.attempt_id));
  });

  test.each(
    expectations.map(expected => ({
      name: `${expected.numbers.join(' ')} ${expected.attempt_id}: ${expected.why}`,
      expected,
    })),
  )('$name', ({ expected }) => {
    const verdict = verdicts.get(expected.attempt_id);
    const { attempt_id, why, numbers, status, claims, lists, flags, ...rest } = expected;
    expect(verdict).toMatchObject(rest);
    if (expected.quarantined) return;
    expect(verdict?.status).toMatchObject(status ?? {});
    expect([...(verdict?.flags ?? [])].sort()).toEqual(flags);
    expectNotable(verdict?.claims ?? [], claims ?? []);
    expectNotable(verdict?.lists ?? [], lists ?? []);
  });
});

describe('what changes no verdict', () => {
  const judged = async (changed: unknown[]) => (await judge(world, lines('tasks.jsonl'), changed)).verdicts;
  const reports = (change: (report: Record<string, unknown>) => unknown) =>
    attempts.map(attempt => {
      const { report } = attempt;
      const isObject = report !== null && typeof report === 'object';
      return isObject ? { ...attempt, report: change(report) } : attempt;
    });

  test('R29 R31 free text, and what it says of intentions', async () => {
    const lying = reports(report => ({
      ...report,
      note: 'Everything is covered, trust me.',
      mood: { sure: true },
    }));
    expect(await judged(lying)).toEqual(verdicts);
  });

  test('R25 A32 the order of fields', async () => {
    const reversed = reports(report => Object.fromEntries(Object.entries(report).reverse()));
    expect(await judged(reversed)).toEqual(verdicts);
  });

  test('A11 the order of items, but for the places that malformed items have', async () => {
    const kept = attempts.filter(attempt => !attempt.attempt_id.endsWith('/malformed-items'));
    const turned = kept.map(attempt => {
      const { report } = attempt;
      if (report === null || typeof report !== 'object') return attempt;
      const lists = Object.entries(report).map(([name, list]) => [
        name,
        Array.isArray(list) ? list.toReversed() : list,
      ]);
      return { ...attempt, report: Object.fromEntries(lists) };
    });
    const withoutPlaces = (found: Map<string, Verdict>) =>
      kept.map(({ attempt_id }) => {
        const verdict = found.get(attempt_id);
        return { ...verdict, claims: verdict?.claims?.map(claim => ({ ...claim, index: null })) };
      });
    expect(withoutPlaces(await judged(turned))).toEqual(withoutPlaces(verdicts));
  });

  test('R32 doing it again', async () => expect(await judged(attempts)).toEqual(verdicts));
});

/** What is not plainly supported, or is written out, must be as written; nothing else may be notable. */
function expectNotable(found: Verdict['claims'], expected: Record<string, unknown>[]): void {
  const isExpected = (claim: Verdict['claims'][number]) =>
    expected.some(
      one =>
        one.list === claim.list &&
        (!('item' in one) || JSON.stringify(one.item) === JSON.stringify(claim.item)) &&
        (one.index === undefined || one.index === claim.index),
    );
  const notable = found.filter(claim => claim.verdict !== 'supported' || isExpected(claim));
  expect(notable).toHaveLength(expected.length);
  for (const one of expected) expect(notable).toContainEqual(expect.objectContaining(one));
}
