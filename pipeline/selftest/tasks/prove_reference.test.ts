import { expect, test } from 'vitest';
import { proveReference, sameReference } from './prove_reference.ts';
import { type Part, partKey, type Reference, type Solve } from './world_script.ts';

/** Parts that cannot all be done, unless the rules of one of some sets are left out. */
type Conflict = { readonly parts: string; readonly unless: readonly string[] };

const reasons = { x: 'reason_x', y: 'reason_y', z: 'reason_z' };

/** Parts by letter: `abc` are three. */
const partsOf = (letters: string): Part[] => [...letters].map(letter => ({ letter }));

/** A solver that knows its conflicts by heart; each rule is a letter, too. */
const solverOf =
  (...conflicts: readonly Conflict[]): Solve =>
  (parts, without, timeLimit) => {
    if (timeLimit === 0) return 'timeout';
    const asked = parts.map(({ letter }) => String(letter));
    const stands = ({ parts: letters, unless }: Conflict) =>
      [...letters].every(letter => asked.includes(letter)) &&
      !unless.some(rules => [...rules].every(rule => without.has(rule)));
    return conflicts.some(stands) ? 'infeasible' : new Map(parts.map(part => [partKey(part), 'somehow']));
  };

/** A reference in short: the outcome, each part as `a always`, `b never x` (its reasons), and the letters of the plan. */
function prove(letters: string, solve: Solve, timeLimit?: 0): readonly string[] {
  const proved = proveReference({ required: partsOf(letters), reasons, solve }, timeLimit);
  return [
    proved.outcome,
    ...proved.parts.map(({ part, achievable, reasons: given }) =>
      [part.letter, achievable, ...given.map(reason => reason.replace('reason_', ''))].join(' '),
    ),
    `plan ${partsOf(letters)
      .map(part => (proved.plan.has(partKey(part)) ? part.letter : '-'))
      .join('')}`,
  ];
}

test('what can all be done is feasible, and every part is always', () => {
  expect(prove('ab', solverOf())).toEqual(['feasible', 'a always', 'b always', 'plan ab']);
  expect(prove('', solverOf())).toEqual(['feasible', 'plan ']);
});

test('a part that one rule forbids is never, for that rule; the others stay always', () => {
  expect(prove('ab', solverOf({ parts: 'b', unless: ['y'] }))).toEqual([
    'infeasible',
    'a always',
    'b never y',
    'plan a-',
  ]);
});

test('two rules, of which each alone would have to go, are both reasons', () => {
  const solve = solverOf({ parts: 'a', unless: ['y'] }, { parts: 'a', unless: ['x'] });
  expect(prove('a', solve)).toEqual(['infeasible', 'a never x y', 'plan -']);
});

test('two rules that have to go together are both reasons', () => {
  expect(prove('a', solverOf({ parts: 'a', unless: ['xy'] }))).toEqual([
    'infeasible',
    'a never x y',
    'plan -',
  ]);
});

test('reasons are the union of all minimal sets: x, or y with z', () => {
  expect(prove('a', solverOf({ parts: 'a', unless: ['x', 'yz'] }))).toEqual([
    'infeasible',
    'a never x y z',
    'plan -',
  ]);
});

test('a rule that only goes with a set which is enough without it is no reason', () => {
  expect(prove('a', solverOf({ parts: 'a', unless: ['x', 'xy', 'xz'] }))).toEqual([
    'infeasible',
    'a never x',
    'plan -',
  ]);
});

test('what no rule forbids and still cannot be done is never, without a reason', () => {
  expect(prove('a', solverOf({ parts: 'a', unless: [] }))).toEqual(['infeasible', 'a never', 'plan -']);
});

test('parts that exclude each other are contested; what has nothing to do with them is always', () => {
  expect(prove('abc', solverOf({ parts: 'ac', unless: ['z'] }))).toEqual([
    'infeasible',
    'a contested z',
    'b always',
    'c contested z',
    'plan ab-',
  ]);
});

test('three parts of which any two can be done are all contested', () => {
  expect(prove('abc', solverOf({ parts: 'abc', unless: ['x'] }))).toEqual([
    'infeasible',
    'a contested x',
    'b contested x',
    'c contested x',
    'plan ab-',
  ]);
});

test('the plan does as many parts as can be done together', () => {
  const solve = solverOf({ parts: 'ab', unless: ['x'] }, { parts: 'ac', unless: ['x'] });
  expect(prove('abc', solve)).toEqual([
    'infeasible',
    'a contested x',
    'b contested x',
    'c contested x',
    'plan -bc',
  ]);
});

test('the reasons of a contested part are those of the whole task, those of a part that is never its own', () => {
  const solve = solverOf({ parts: 'd', unless: ['y'] }, { parts: 'ab', unless: ['x', 'z'] });
  expect(prove('abcd', solve)).toEqual([
    'infeasible',
    'a contested x y z',
    'b contested x y z',
    'c always',
    'd never y',
    'plan a-c-',
  ]);
});

test('parts keep the order of the task, reasons that of the rules, and a reason of two rules is one', () => {
  const solve = solverOf({ parts: 'a', unless: ['zy', 'x'] });
  const proved = proveReference({
    required: partsOf('ba'),
    reasons: { z: 'late', y: 'early', x: 'late' },
    solve,
  });
  expect(proved.parts).toEqual([
    { part: { letter: 'b' }, achievable: 'always', reasons: [] },
    { part: { letter: 'a' }, achievable: 'never', reasons: ['late', 'early'] },
  ]);
});

test('a solver without time says timeout, whatever the task', () => {
  expect(prove('a', solverOf({ parts: 'a', unless: ['x'] }), 0)).toEqual(['timeout', 'plan -']);
  expect(prove('a', solverOf(), 0)).toEqual(['timeout', 'plan -']);
});

test.each([
  ['a part alone', (parts: readonly Part[], without: number) => parts.length === 1 && without === 0],
  ['some parts together', (parts: readonly Part[], without: number) => parts.length === 2 && without === 0],
  ['the task without a rule', (_: readonly Part[], without: number) => without > 0],
])('R19 a solver that runs out of time on %s proves nothing', (_, isLate) => {
  const known = solverOf({ parts: 'ab', unless: ['x'] });
  const solve: Solve = (parts, without) => (isLate(parts, without.size) ? 'timeout' : known(parts, without));
  expect(prove('abc', known)[0]).toBe('infeasible');
  expect(prove('abc', solve)).toEqual(['timeout', 'plan ---']);
});

test('more than ten parts that exclude each other are refused, eleven of which ten can be done are not', () => {
  expect(() => prove('abcdefghijk', solverOf({ parts: 'ab', unless: ['x'] }))).toThrow(
    new RangeError('11 parts that cannot all be done; at most 10 are proved'),
  );
  expect(prove('abcdefghijk', solverOf({ parts: 'k', unless: ['x'] })).at(-1)).toBe('plan abcdefghij-');
});

test('references are the same when they say the same of every part, whatever the plan', () => {
  const one: Reference = {
    outcome: 'infeasible',
    parts: [{ part: { letter: 'a' }, achievable: 'never', reasons: ['x', 'y'] }],
    plan: new Map([['["b"]', 'somehow']]),
  };
  const [part] = one.parts as [Reference['parts'][number]];
  expect(sameReference(one, { ...one, plan: new Map() })).toBe(true);
  expect(sameReference(one, { ...one, parts: [{ ...part, reasons: ['y', 'x'] }] })).toBe(true);
  expect(sameReference(one, { ...one, outcome: 'timeout' })).toBe(false);
  expect(sameReference(one, { ...one, parts: [{ ...part, reasons: ['x'] }] })).toBe(false);
  expect(sameReference(one, { ...one, parts: [{ ...part, achievable: 'contested' }] })).toBe(false);
  expect(sameReference(one, { ...one, parts: [{ ...part, part: { letter: 'b' } }] })).toBe(false);
  expect(sameReference(one, { ...one, parts: [] })).toBe(false);
});
