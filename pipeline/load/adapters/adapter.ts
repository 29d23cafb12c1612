import type { Log } from '../../log.ts';

/** What an adapter is asked to read, and where its attempts and tasks go. */
export type Import = {
  readonly files: readonly string[];
  readonly folder: string;
  /** The agent, where the log does not name it. */
  readonly agent: string | undefined;
  readonly log: Log;
};

/** Turns foreign logs into `tasks.jsonl` and `attempts.jsonl`: facts only, nothing lost in silence. */
export type Adapter = {
  readonly name: string;
  readonly description: string;
  run(job: Import): Promise<void>;
};
