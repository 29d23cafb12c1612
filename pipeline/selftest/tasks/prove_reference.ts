import {
  type Part,
  type PartReference,
  type Plan,
  partKey,
  type Reference,
  type Solve,
} from './world_script.ts';

/** More parts than this are not tried in every combination. */
const MOST_PARTS = 10;

export type Problem = {
  readonly required: readonly Part[];
  /** The reason for which a part cannot be done, by rule. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly solve: Solve;
};

/**
 * Proves of each part whether it can be done, with a solver that decides feasibility:
 *
 * - feasible: all parts at once; each is `always`.
 * - infeasible: `never` where not even the part alone can be done; `contested` where it can, but not together with
 *   some set of others that can be done; else `always`. The plan does as many parts as can be done together.
 * - timeout: the solver could not tell, of all parts or of some: a time-out is not infeasible (R19).
 *
 * @param timeLimit 0: gives the solver no time, which is how a time-out is made
 * @throws RangeError for an infeasible task of more than 10 parts
 */
export function proveReference({ required, reasons, solve: ask }: Problem, timeLimit?: 0): Reference {
  let late = false;
  const solve: Solve = (...asked) => {
    const found = ask(...asked);
    late ||= found === 'timeout';
    return found;
  };
  const problem = { required, reasons, solve };
  const whole = solve(required, new Set(), timeLimit);
  if (whole === 'timeout') return unproved;
  if (whole !== 'infeasible') {
    const parts = required.map((part): PartReference => ({ part, achievable: 'always', reasons: [] }));
    return { outcome: 'feasible', parts, plan: whole };
  }
  const possible = required.filter(part => isPlan(solve([part], new Set())));
  const maximal = maximalSets(possible, solve);
  const together = relaxations(problem, required);
  const parts = required.map((part): PartReference => {
    if (!possible.includes(part)) return { part, achievable: 'never', reasons: relaxations(problem, [part]) };
    const always = maximal.every(({ parts: set }) => set.includes(part));
    return always
      ? { part, achievable: 'always', reasons: [] }
      : { part, achievable: 'contested', reasons: together };
  });
  const most = Math.max(...maximal.map(set => set.parts.length));
  const plan = maximal.find(set => set.parts.length === most)?.plan ?? new Map();
  return late ? unproved : { outcome: 'infeasible', parts, plan };
}

const unproved: Reference = { outcome: 'timeout', parts: [], plan: new Map() };

type FeasibleSet = { readonly parts: readonly Part[]; readonly plan: Plan };

/** The sets of parts that can be done together and that no further part can join, in the order of the parts. */
function maximalSets(parts: readonly Part[], solve: Solve): FeasibleSet[] {
  const all = solve(parts, new Set());
  if (isPlan(all)) return [{ parts, plan: all }];
  if (parts.length > MOST_PARTS)
    throw new RangeError(`${parts.length} parts that cannot all be done; at most ${MOST_PARTS} are proved`);
  const subsets = Array.from({ length: 2 ** parts.length - 1 }, (_, mask) => mask).sort(
    (one, other) => bits(other) - bits(one) || one - other,
  );
  const found: { mask: number; set: FeasibleSet }[] = [];
  for (const mask of subsets) {
    // what is within a set that can be done is not maximal
    if (found.some(other => (other.mask & mask) === mask)) continue;
    const chosen = parts.filter((_, i) => mask & (1 << i));
    const plan = solve(chosen, new Set());
    if (isPlan(plan)) found.push({ mask, set: { parts: chosen, plan } });
  }
  return found.map(({ set }) => set);
}

/** The union of all minimal sets of rules without which the parts can be done, as reasons in the order of the rules. */
function relaxations({ reasons, solve }: Problem, parts: readonly Part[]): string[] {
  const rules = Object.keys(reasons);
  const masks = Array.from({ length: 2 ** rules.length }, (_, mask) => mask).sort(
    (one, other) => bits(one) - bits(other) || one - other,
  );
  const minimal: number[] = [];
  for (const mask of masks) {
    if (minimal.some(smaller => (smaller & mask) === smaller)) continue;
    if (isPlan(solve(parts, new Set(rules.filter((_, i) => mask & (1 << i)))))) minimal.push(mask);
  }
  const binding = rules.filter((_, i) => minimal.some(mask => mask & (1 << i)));
  return [...new Set(binding.map(rule => reasons[rule] ?? rule))];
}

function isPlan(found: ReturnType<Solve>): found is Plan {
  return found instanceof Map;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest >>>= 1) count += rest & 1;
  return count;
}

/** Whether two references say the same of every part. Their plans may differ. */
export function sameReference(one: Reference, other: Reference): boolean {
  const said = ({ outcome, parts }: Reference) =>
    JSON.stringify([
      outcome,
      parts.map(({ part, achievable, reasons }) => [partKey(part), achievable, [...reasons].sort()]),
    ]);
  return said(one) === said(other);
}
