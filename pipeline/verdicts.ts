import { join } from 'node:path';
import { functions } from '../udf/register.ts';
import { openDatabase } from './dag/database.ts';
import { quarantinedLines } from './load/quarantine.ts';
import type { Log } from './log.ts';
import { buildTables, type TablesConfig } from './tables.ts';

/** The verdict on each attempt, one JSON object of the format's verdict each, and what could not be read. */
export type Verdicts = { readonly verdicts: readonly string[]; readonly quarantined: readonly string[] };

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
    return { verdicts: rows.map(row => row.verdict), quarantined: await quarantinedLines(database) };
  } finally {
    database.close();
  }
}
