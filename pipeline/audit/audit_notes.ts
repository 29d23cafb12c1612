import type { Database } from '../dag/database.ts';
import type { LogEvent } from '../log.ts';

/** Properties without which a bluff earns as much as the truth. */
const AGAINST_BLUFFS = ['P1', 'P2', 'conditions'];

/**
 * What a run must say of its score designs: which have a property refuted. One that pays for bluffing is a warning.
 */
export async function auditNotes(database: Database): Promise<LogEvent[]> {
  const found = await database.rows<{ design: string; refuted: string }>(`
    select design, string_agg(property, ',' order by place) as refuted
    from reward_audit
    where verdict = 'refuted'
    group by design, position
    order by position`);
  return found.map(({ design, refuted }) => {
    const properties = refuted.split(',');
    const shown = `${properties.join(', ')} refuted; candor audit ${design} says where`;
    return properties.some(property => AGAINST_BLUFFS.includes(property))
      ? {
          kind: 'warning',
          message: `the score design ${design} pays a bluff no less than the truth: ${shown}`,
        }
      : { kind: 'note', message: `audit        ${design}: ${shown}` };
  });
}
