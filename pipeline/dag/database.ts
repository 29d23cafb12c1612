import { type DuckDBConnection, DuckDBInstance, type DuckDBScalarFunction, type JS } from '@duckdb/node-api';
import { breakdown } from '../failure.ts';
import { checkInterrupted, onInterrupt } from '../interrupt.ts';

/** A row as JavaScript values: BIGINT arrives as bigint, so that nothing is rounded on the way. */
export type Row = Record<string, JS>;

/** One open database with one connection. Time zone UTC, functions of `udf/` registered. */
export type Database = {
  readonly path: string;
  readonly connection: DuckDBConnection;
  /** Runs one statement and returns every row. */
  rows<R = Row>(sql: string): Promise<R[]>;
  /** Runs one or more statements for their effect. */
  run(sql: string): Promise<void>;
  /** Interrupts what runs, then closes: closing during a query would hang the process. */
  close(): void;
};

export type DatabaseOptions = {
  threads?: number;
  memoryLimit?: string;
  readOnly?: boolean;
  functions?: readonly DuckDBScalarFunction[];
};

/**
 * Opens a DuckDB file, or `:memory:`.
 * A file may be open only once in a process: a second opening loses writes silently.
 *
 * @throws Failure 3 when another process holds the file (its PID is named) or the file is no database
 */
export async function openDatabase(path: string, options: DatabaseOptions = {}): Promise<Database> {
  const instance = await createInstance(path, options);
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  for (const fn of options.functions ?? []) connection.registerScalarFunction(fn);
  const stopListening = onInterrupt(() => connection.interrupt());
  let closed = false;
  return {
    path,
    connection,
    async rows<R = Row>(sql: string) {
      checkInterrupted();
      const reader = await connection.runAndReadAll(sql);
      return reader.getRowObjectsJS() as R[];
    },
    async run(sql) {
      checkInterrupted();
      await connection.run(sql);
    },
    close() {
      if (closed) return;
      closed = true;
      stopListening();
      connection.interrupt();
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function createInstance(path: string, options: DatabaseOptions): Promise<DuckDBInstance> {
  const settings: Record<string, string> = {};
  if (options.threads) settings.threads = String(options.threads);
  if (options.memoryLimit) settings.memory_limit = options.memoryLimit;
  if (options.readOnly) settings.access_mode = 'READ_ONLY';
  try {
    return await DuckDBInstance.create(path, settings);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const holder = /Conflicting lock is held in (.*?)\(PID (\d+)\)/.exec(message);
    if (holder) {
      throw breakdown(
        `${path}: another process (PID ${holder[2]}) is writing; wait for it to end, then run again`,
      );
    }
    throw breakdown(`${path}: cannot open the database: ${message.split('\n')[0]}`, { cause: error });
  }
}
