import { join } from 'node:path';
import { type Database, openDatabase } from '../dag/database.ts';

type Cell = { claimed: string; actual: string; attempts: bigint };
type Rate = {
  measure: string;
  k: bigint;
  n: bigint;
  rate: number | null;
  lower: number | null;
  upper: number | null;
  tasks: bigint;
  no_claim: bigint;
  not_applicable: bigint;
};

/**
 * The numbers of tau-airline in an edition as the README shows them: the confusion matrix, each rate with its interval,
 * denominator and what is left out, and the rates by how hard the task is.
 */
export async function readmeNumbers(edition: string): Promise<string> {
  const database = await openDatabase(join(edition, 'edition.duckdb'), { readOnly: true });
  try {
    return `${await confusion(database)}\n\n${await rates(database)}\n\n${await byDifficulty(database)}`;
  } finally {
    database.close();
  }
}

async function confusion(database: Database): Promise<string> {
  const cells = await database.rows<Cell>(
    "select claimed, actual, attempts from status_confusion where world = 'tau-airline' order by all",
  );
  const count = (claimed: string, actual: string) =>
    String(cells.find(cell => cell.claimed === claimed && cell.actual === actual)?.attempts ?? 0);
  const actual = ['complete', 'partial', 'blocked'];
  const rows = ['complete', 'partial', 'blocked', 'none'].map(claimed => [
    claimed,
    ...actual.map(column => count(claimed, column)),
  ]);
  return markdown(['claimed ↓, actual →', ...actual], rows);
}

async function rates(database: Database): Promise<string> {
  const rows = await database.rows<Rate>(`
    select measure, k, n, rate, lower, upper, tasks, no_claim, not_applicable
    from slices where family = 'world' and world = 'tau-airline' and measure <> 'omission' order by measure`);
  return markdown(
    [
      'rate',
      'k of n',
      'share',
      '95 % interval (Wilson, by task)',
      'tasks',
      'left out: no claim',
      'left out: does not apply',
    ],
    rows.map(row => [
      row.measure,
      `${row.k} of ${row.n}`,
      share(row.rate),
      `${share(row.lower)} to ${share(row.upper)}`,
      String(row.tasks),
      String(row.no_claim),
      String(row.not_applicable),
    ]),
  );
}

async function byDifficulty(database: Database): Promise<string> {
  const rows = await database.rows<Rate & { bin: string }>(`
    select bin, measure, k, n, rate, lower, upper, tasks
    from difficulty_bins
    where world = 'tau-airline' and scale = 'structural'
    order by list_position(['easy', 'medium', 'hard', 'infeasible', 'unknown'], bin), measure`);
  const measures = ['completion', 'false_completion', 'false_completion_overall', 'over_escalation'];
  const bins = [...new Set(rows.map(({ bin }) => bin))];
  const cell = (bin: string, measure: string) => {
    const row = rows.find(one => one.bin === bin && one.measure === measure);
    if (!row || row.n === 0n) return '–';
    return `${row.k} of ${row.n}: ${share(row.rate)} (${share(row.lower)} to ${share(row.upper)})`;
  };
  return markdown(
    ['difficulty', ...measures],
    bins.map(bin => [bin, ...measures.map(measure => cell(bin, measure))]),
  );
}

function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
