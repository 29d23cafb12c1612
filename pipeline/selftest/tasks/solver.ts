import { createRequire } from 'node:module';

/** A 0/1 program: the cost of each variable, and linear constraints as the CPLEX LP format writes them. */
export type Program = {
  readonly costs: readonly (readonly [variable: string, cost: number])[];
  readonly constraints: readonly string[];
};

/**
 * The variables that are 1 in the cheapest solution, or that there is none, or that time was up.
 *
 * @param timeLimit 0: no time at all, and no presolve, so that even a small program runs out of it
 */
export type Minimise = (program: Program, timeLimit?: 0) => ReadonlySet<string> | 'infeasible' | 'timeout';

/** HiGHS (https://highs.dev), loaded once, when the first task is solved. */
export async function loadSolver(): Promise<Minimise> {
  highs ??= loadHighs();
  const loaded = await highs;
  return (program, timeLimit) => {
    if (program.costs.length === 0) return timeLimit === undefined ? new Set() : 'timeout';
    const solution = loaded.solve(
      text(program),
      timeLimit === undefined ? {} : { time_limit: timeLimit, presolve: 'off' },
    );
    switch (solution.Status) {
      case 'Optimal':
        return new Set(
          Object.values(solution.Columns).flatMap(column => (column.Primal > 0.5 ? [column.Name] : [])),
        );
      case 'Infeasible':
        return 'infeasible';
      case 'Time limit reached':
        return 'timeout';
      default:
        throw new Error(`the solver ended with "${solution.Status}"`);
    }
  };
}

type Load = typeof import('highs').default;

let highs: ReturnType<Load> | undefined;

/** A CommonJS module that types itself as an ES one: only a plain require has what its types say. */
function loadHighs(): ReturnType<Load> {
  const load: Load = createRequire(import.meta.url)('highs');
  return load();
}

function text({ costs, constraints }: Program): string {
  const objective = costs.map(([variable, cost]) => `${cost} ${variable}`).join('\n + ');
  const rows = constraints.map((constraint, i) => ` c${i}: ${constraint}`).join('\n');
  const names = costs.map(([variable]) => variable).join('\n ');
  return `Minimize\n obj: ${objective}\nSubject To\n${rows}\nBinary\n ${names}\nEnd\n`;
}
