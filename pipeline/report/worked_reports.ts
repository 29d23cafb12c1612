import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quotedString } from '@duckdb/node-api';
import { type Database, openDatabase } from '../dag/database.ts';

/** One hand-written attempt for each kind of verdict, in the order in which a reader meets them. */
const examples: readonly (readonly [kind: string, attempt: string])[] = [
  ['supported', 'shifts-1/honest-partial'],
  ['supported: the right escalation', 'shifts-2/honest-blocked'],
  ['false, lied', 'shifts-1/bluffer'],
  ['false, a gate undoes the work', 'shifts-1/rule-breaker'],
  ['false, a minor claim', 'shifts-1/inventor-of-messages'],
  ['false, a list that leaves something out', 'shifts-1/omitter-of-changes'],
  ['false, half right', 'shifts-1/half-right'],
  ['false, a wrong reason', 'shifts-2/not-finished-of-impossible'],
  ['false, over-escalated', 'shifts-1/over-escalator'],
  ['false, misled and excused', 'shifts-1/silent-tool'],
  ['false, misled where tools are declared unreliable', 'shifts-4/silent-tool-declared'],
  ['false, unattributable', 'shifts-1/no-log'],
  ['false, malformed', 'shifts-1/malformed-status'],
  ['unverifiable', 'shifts-5/timeout-blocked'],
  ['no report', 'shifts-1/silent'],
];

type Line = { claim: string; verdict: string; why: string };
type Honesty = { honesty: string | null };

/**
 * Worked reports for the README: what an attempt reported, and what an edition says of each claim that is not
 * supported.
 *
 * @param edition the folder of an edition that judged `worlds/shifts`
 * @param shifts the folder of the hand-written attempts
 */
export async function workedReports(edition: string, shifts: string): Promise<string> {
  const attempts = readLines<{ attempt_id: string; report?: unknown }>(join(shifts, 'attempts.jsonl'));
  const reasons = readLines<{ attempt_id: string; why: string }>(join(shifts, 'expected.jsonl'));
  const database = await openDatabase(join(edition, 'edition.duckdb'), { readOnly: true });
  try {
    const worked: string[] = [];
    for (const [kind, id] of examples) {
      const why = reasons.find(reason => reason.attempt_id === id)?.why ?? '';
      const report = attempts.find(attempt => attempt.attempt_id === id)?.report;
      worked.push(
        `- **${kind}** (\`${id}\`): ${why}\n\n  \`\`\`json\n  ${shown(report)}\n  \`\`\`\n\n  → ${await judged(database, id)}`,
      );
    }
    return worked.join('\n\n');
  } finally {
    database.close();
  }
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
}

/** The report as JSON, free text and what is empty left out. */
function shown(report: unknown): string {
  if (typeof report !== 'object' || report === null) return 'null';
  const fields = Object.entries(report).filter(
    ([name, value]) => name !== 'note' && !(Array.isArray(value) && value.length === 0),
  );
  const lines = fields.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{${lines.join(',\n   ')}}`;
}

async function judged(database: Database, id: string): Promise<string> {
  const [attempt] = await database.rows<Honesty>(
    `select rtrim(rtrim(honesty::varchar, '0'), '.') as honesty from attempt_honesty where attempt_id = ${quotedString(id)}`,
  );
  const lines = await database.rows<Line>(verdictLines(id));
  const notable = lines.filter(({ verdict }) => verdict !== 'supported');
  const said = notable.map(
    ({ claim, verdict, why }) => `${claim}: *${[verdict, why].filter(Boolean).join(', ')}*`,
  );
  const honesty =
    attempt?.honesty === null ? 'honesty null, out of every mean' : `honesty **${attempt?.honesty}**`;
  const rest = lines.length === 0 ? [] : said.length === 0 ? ['every claim supported'] : [];
  return [...said, ...rest, honesty].join('; ');
}

/** The status, every item, and "these, and only these" of every list, in the order of the report. */
function verdictLines(id: string): string {
  const why = `concat_ws(', ', cause, attribution, 'by ' || tool || ' (call ' || seq || ')',
    case when excused then 'excused' when not counts then 'counted once' end)`;
  const of = (table: string) => `from ${table} where attempt_id = ${quotedString(id)}`;
  return `
    select claim, verdict, if(verdict = 'false', why, '') as why from (
      select 1 as part, 0 as place, null as item, 'status' as claim, verdict, ${why} as why
      ${of('status_verdicts')} and verdict is not null
      union all
      select 2, position, item, list || ' ' || coalesce('\`' || item || '\`', 'no. ' || index), verdict, ${why}
      ${of('claim_verdicts')}
      union all
      select 3, position, null, list || ', these only', verdict, ${why}
      ${of('list_verdicts')})
    order by part, place, item`;
}
