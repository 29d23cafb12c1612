import { breakdown, diskFailure, Failure } from '../failure.ts';

/** A failure to write an edition as one line for people: what, where, what to do. */
export function writeFailure(error: unknown, folder: string): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return (
    diskFailure(error, folder) ?? breakdown(`${folder}: ${message.trim().split('\n')[0]}`, { cause: error })
  );
}
