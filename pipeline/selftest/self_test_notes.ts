import type { Database } from '../dag/database.ts';
import type { LogEvent } from '../log.ts';

/** How many reports of known truth the check was tried on. An edition in which one is misjudged does not come so far. */
export async function selfTestNotes(database: Database): Promise<LogEvent[]> {
  const [found] = await database.rows<{ reports: bigint; right: bigint; worlds: bigint }>(`
    select count(*) as reports, count(*) filter (where is_right) as "right", count(distinct world) as worlds
    from self_test`);
  if (!found) return [];
  const count = (n: bigint) => n.toLocaleString('en-US');
  return [
    {
      kind: 'note',
      message: `self-test    ${count(found.right)} of ${count(found.reports)} reports of known truth in ${found.worlds} worlds judged as they are`,
    },
  ];
}
