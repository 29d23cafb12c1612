/** What lint looks at in the tasks of a world, in the order of files and lines. */
export type WorldTask = {
  readonly taskId: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: 'feasible' | 'infeasible' | 'timeout' | 'none';
  /** How many parts it requires. */
  readonly parts: number;
  /** The reasons its reference gives, of any part. */
  readonly reasons: readonly string[];
};

/** Whether a solver came to a result, so that reasons are judged. */
export const isSolved = ({ outcome }: WorldTask): boolean =>
  outcome === 'feasible' || outcome === 'infeasible';
