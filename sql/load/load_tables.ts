import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Database, openDatabase } from '../../pipeline/dag/database.ts';
import { runModels } from '../../pipeline/dag/run.ts';
import type { SourceFiles } from '../../pipeline/load/input_files.ts';
import { linesSource } from '../../pipeline/load/lines.ts';
import { createLog } from '../../pipeline/log.ts';
import { readWorldModels, readWorlds, sqlFolder } from '../../pipeline/worlds/read_models.ts';
import { functions } from '../../udf/register.ts';

/** What a test loads: contracts and files by path, and which of the files are sources. */
export type Load = {
  /** Contract by name of the world; written to `NAME.yml`. */
  readonly worlds: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly sources: readonly SourceFiles[];
};

/** Builds the models of `sql/load` in memory from files made for a test. The caller closes the database. */
export async function loadTables({ worlds, files, sources }: Load): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "candor's test "));
  const database = await openDatabase(':memory:', { functions });
  try {
    for (const [path, content] of Object.entries(files)) write(folder, path, content);
    for (const [name, contract] of Object.entries(worlds)) write(folder, `${name}.yml`, contract);
    const contracts = Object.fromEntries(Object.keys(worlds).map(name => [name, `${name}.yml`]));
    const { models, context } = await readWorldModels(
      await readWorlds({ worlds: contracts, folder }),
      {},
      folder,
    );
    const needed = new Set(['contract.parts', 'contract.worlds']);
    await runModels({
      models: models.filter(model => model.id.startsWith('load.') || needed.has(model.id)),
      sources: [await linesSource(sources, folder)],
      database,
      context,
      macrosDir: sqlFolder,
      udfFingerprint: '',
      targetDir: join(folder, 'target'),
      log: createLog({ quiet: true }),
      retry: ids => ids.join(' '),
    });
    return database;
  } catch (error) {
    database.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Rows of JSON Lines; a text stands as it is. */
export function jsonLines(rows: readonly unknown[]): string {
  return rows.map(row => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
}
