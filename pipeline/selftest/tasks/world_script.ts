import type { Random } from '../../../udf/xoshiro128.ts';

/** A value in a state, an argument or a report. */
export type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;
export type State = Readonly<Record<string, readonly Row[]>>;

/** The identity of a part, as a task names it. */
export type Part = Row;

/** A call that an agent makes. */
export type Call = { readonly tool: string; readonly args: Row };

/** What kind of task: whether it can be done, and what goes wrong with its tools. */
export const variants = [
  'feasible',
  'infeasible_alone',
  'infeasible_together',
  'several_infeasible',
  'nothing_required',
  'timeout',
  'silent_failure',
  'phantom_failure',
  'unreliable_tools',
  'commit_then_error',
  'others_undo',
  'others_do',
] as const;
export type Variant = (typeof variants)[number];

/** The variants of a world in which nobody but the agent acts. */
export const variantsAlone: readonly Variant[] = variants.filter(variant => !variant.startsWith('others_'));

export type PartReference = {
  readonly part: Part;
  readonly achievable: 'always' | 'contested' | 'never';
  /** Union of all minimal sets of rules without which the part (contested: the task) could be done, as reasons. */
  readonly reasons: readonly string[];
};

/** Who or what does each part in a solution, by `partKey`; parts that it leaves undone are absent. */
export type Plan = ReadonlyMap<string, string>;

export type Reference = {
  readonly outcome: 'feasible' | 'infeasible' | 'timeout';
  readonly parts: readonly PartReference[];
  readonly plan: Plan;
};

/** A task before it is solved. */
export type Draft = {
  readonly initial: State;
  readonly required: readonly Part[];
  /** What the construction promises. The solver has to find the same, but for the plan. */
  readonly reference: Reference;
  /** How many constraints bind the parts. */
  readonly constraints: number;
};

/**
 * Looks for a way to do the parts, under all rules but those left out.
 *
 * @returns who or what does each part, by `partKey`
 */
export type Solve = (
  parts: readonly Part[],
  without: ReadonlySet<string>,
  timeLimit?: 0,
) => Plan | 'infeasible' | 'timeout';

/** How an agent goes about a task in a world. */
export type Moves = {
  /** Does a part, as the plan says. */
  do(part: Part, choice: string): readonly Call[];
  /** Makes the row that a part asks for, against a part gate, and undoes no other part; null where that cannot be. */
  break(part: Part): readonly Call[] | null;
  /** Fails a gate of the whole task, and undoes no part, where the world has such a gate. */
  breakTask?(): { readonly gate: string; readonly calls: readonly Call[] };
  /** Takes back what was done for a part; null where no tool can. */
  undo(part: Part): Call | null;
  /** Reads everything that tells which parts are done. */
  read(): readonly Call[];
  /** Tells people about a part that is done. */
  tell(part: Part, choice: string): readonly Call[];
  /** Work beside the parts that the report has to name, such as removals. */
  tidy(): readonly Call[];
  /** Process steps that a report may claim, a dozen. */
  readonly steps: readonly Call[];
};

/** What a report could say that is not so. Values are known in the task unless it says otherwise. */
export type Untruths = {
  /** A change that nobody made, outside the required parts: a row of the done table. */
  readonly change: Row;
  /** The same with a value that nothing in the task or its tools ever named. */
  readonly unheardChange: Row;
  /** A row that is there, of a table with a removal list: nobody removed it. */
  readonly removal?: Row;
  /** Messages that nobody sent, two. */
  readonly messages: readonly Row[];
  /** A part that the task does not have and never named. */
  readonly unheardPart: Part;
  /** Right part, another known value in the rest. */
  wrong(row: Row): Row;
  /** Right part, the rest in other letters. */
  misspelt(row: Row): Row;
};

/** What a world has beside its contract, so that tasks can be drawn and solved and scripted agents can work in it. */
export type WorldScript = {
  /** Kinds of task that it knows. */
  readonly variants: readonly Variant[];
  /** The reason that a part cannot be done for, by the rule that forbids it. */
  readonly reasons: Readonly<Record<string, string>>;
  draw(random: Random, variant: Variant): Draft;
  solver(draft: Draft): Promise<Solve>;
  moves(draft: Draft): Moves;
  untruths(draft: Draft): Untruths;
  /** What somebody else does unasked where others act: a row of the done table that no agent writes. */
  doneByOthers?(draft: Draft): Row;
};

/** Identifies a part in maps: the compact JSON of its identity values. */
export function partKey(part: Part): string {
  return JSON.stringify(Object.values(part));
}
