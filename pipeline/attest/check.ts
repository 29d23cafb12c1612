import { Failure } from '../failure.ts';

/** One thing that was looked at. What could not be looked at is skipped, never ok. */
export type Check = {
  readonly check: string;
  readonly status: 'ok' | 'failed' | 'skipped';
  readonly detail: string;
};

/** Is told of every check when it is done. */
export type Report = (check: Check) => void;

/** The checks of one run, in the order in which they were made. */
export class Checks {
  readonly done: Check[] = [];
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  add(check: string, status: Check['status'], detail: string): void {
    const done: Check = { check, status, detail };
    this.done.push(done);
    this.#report(done);
  }

  /**
   * Makes a check: ok with the detail that it returns, failed with the message of its Failure.
   *
   * @returns whether it is ok
   * @throws Failure 3 as it is: what cannot be finished is no word on the edition
   */
  async make(check: string, work: () => Promise<string> | string): Promise<boolean> {
    return (await this.read(check, work, detail => detail)) !== undefined;
  }

  /** Makes a check by reading something, which it returns: undefined if that failed. */
  async read<T>(
    check: string,
    work: () => Promise<T> | T,
    detail: (value: T) => string,
  ): Promise<T | undefined> {
    try {
      const value = await work();
      this.add(check, 'ok', detail(value));
      return value;
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode === 3) throw error;
      this.add(check, 'failed', error.message);
      return undefined;
    }
  }
}

/** 1 if any check failed, else 0. */
export function verificationExitCode(checks: readonly Check[]): 0 | 1 {
  return checks.some(check => check.status === 'failed') ? 1 : 0;
}
