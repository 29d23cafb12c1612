import { breakdown, Failure } from '../failure.ts';

/** A failure to write below a folder as one line for people: what, where, what to do. Exit status 3. */
export function describeFailure(error: unknown, folder: string): Failure {
  if (error instanceof Failure) return error;
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
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return breakdown(`${folder}: not a folder; move it away, then run again`, { cause: error });
  }
  return breakdown(`${folder}: ${message.trim().split('\n')[0]}`, { cause: error });
}
