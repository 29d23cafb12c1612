import { join } from 'node:path';
import { functions } from '../udf/register.ts';
import { openDatabase } from './dag/database.ts';
import { buildTables, type TablesConfig } from './load/build_tables.ts';
import { quarantinedLines } from './load/quarantine.ts';
import type { Log } from './log.ts';

/** The verdict on each attempt, one JSON object of the format's verdict each, and what cannot be judged, in words. */
export type Verdicts = { readonly verdicts: readonly string[]; readonly unjudged: readonly string[] };

/** Only what a verdict reads; nothing is measured. */
const selection = '+verdicts +quarantine';
const verdictModels = { dir: join(import.meta.dirname, 'explore', 'verdict'), folder: 'explore' };

/**
 * Judges attempts through the models of the edition, in a database in memory.
 *
 * @returns verdicts in the order of files and lines
 */
export async function judgeAttempts(config: TablesConfig, log: Log): Promise<Verdicts> {
  const database = await openDatabase(':memory:', { functions });
  try {
    await buildTables(config, database, { log, select: selection, roots: [verdictModels] });
    const rows = await database.rows<{ verdict: string }>('select verdict from verdicts order by file, line');
    const conflicts = await database.rows<{ message: string }>(`
      select file || ':' || line || ': task ' || task_id || ': reference_conflict (infeasible by its reference, yet an attempt did all of it)' as message
      from attempts join reference_conflicts using (world, task_id)
      order by file, line`);
    return {
      verdicts: rows.map(row => row.verdict),
      unjudged: [...(await quarantinedLines(database)), ...conflicts.map(row => row.message)],
    };
  } finally {
    database.close();
  }
}
