/** What the exit status of every verb means: 0 yes, 1 a definite no, 2 wrong usage or configuration, 3 could not finish. */
export type ExitCode = 0 | 1 | 2 | 3;

/**
 * An error meant for people: one line that says what, where (file, line, field) and what to do.
 * Only `cli.ts` prints it and turns `exitCode` into the exit status of the process.
 *
 * @example throw misuse('edition.yml:12: unknown key "confidance"; did you mean "confidence"?')
 */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}

/** A definite no: a mismatch, a failed test, a regression. Exit status 1. */
export const refusal = (message: string, options?: ErrorOptions) => new Failure(1, message, options);

/** Wrong usage or configuration. Exit status 2. */
export const misuse = (message: string, options?: ErrorOptions) => new Failure(2, message, options);

/** The work could not be finished: disk full, locked database, interrupted. Exit status 3. */
export const breakdown = (message: string, options?: ErrorOptions) => new Failure(3, message, options);

/**
 * What a disk refused, as one line for people. Exit status 3.
 *
 * @param folder where it was to be written
 * @returns undefined for any other error
 */
export function diskFailure(error: unknown, folder: string): Failure | undefined {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || /no space left on device/i.test(message)) {
    return breakdown(`${folder}: no space left on the disk; free some, then run again`, { cause: error });
  }
  if (
    ['EACCES', 'EPERM', 'EROFS'].includes(code) ||
    /permission denied|read-only file system/i.test(message)
  ) {
    return breakdown(`${folder}: cannot be written; make it writable, then run again`, { cause: error });
  }
  if (/corrupt database|checksum/i.test(message)) {
    return breakdown(
      `target/candor.duckdb: damaged; it only remembers what was built: make clean, then run again`,
      {
        cause: error,
      },
    );
  }
  if (code === 'EISDIR') {
    return breakdown(`${folder}: a folder is in the way of a file; move it away, then run again`, {
      cause: error,
    });
  }
  if (['ENOTDIR', 'EEXIST', 'ELOOP'].includes(code)) {
    return breakdown(`${folder}: not a folder; move it away, then run again`, { cause: error });
  }
  return undefined;
}
