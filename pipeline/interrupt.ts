import { breakdown, type Failure } from './failure.ts';

const listeners = new Set<() => void>();
let signalled: string | undefined;

/** Calls back when the process is asked to end; returns how to stop listening. */
export function onInterrupt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Why the work cannot go on, once the process was asked to end. */
export function interruption(): Failure | undefined {
  if (signalled === undefined) return undefined;
  return breakdown(`interrupted by ${signalled}; what was built before is kept, run again`);
}

/** @throws Failure 3 once the process was asked to end: the work stops where it next looks */
export function checkInterrupted(): void {
  const reason = interruption();
  if (reason) throw reason;
}

/**
 * Makes SIGINT and SIGTERM end the work in order: running queries are interrupted, what was begun is cleaned up, and
 * the exit status is 3. A second signal ends the process at once.
 */
export function handleInterrupts(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (signalled !== undefined) process.exit(3);
      signalled = signal;
      for (const listener of listeners) listener();
    });
  }
}
