import { expect, test } from 'vitest';
import { breakdown, diskFailure, Failure, misuse, refusal } from './failure.ts';

const refused = (code: string, message = code) => Object.assign(new Error(message), { code });

test.each([
  [refused('ENOSPC'), 'exports: no space left on the disk; free some, then run again'],
  [
    new Error('IO Error: Could not write file "x": No space left on device'),
    'exports: no space left on the disk; free some, then run again',
  ],
  [refused('EROFS'), 'exports: cannot be written; make it writable, then run again'],
  [refused('EACCES'), 'exports: cannot be written; make it writable, then run again'],
  [
    new Error('IO Error: Cannot open file "x": Permission denied'),
    'exports: cannot be written; make it writable, then run again',
  ],
  [refused('ENOTDIR'), 'exports: not a folder; move it away, then run again'],
  [refused('EISDIR'), 'exports: a folder is in the way of a file; move it away, then run again'],
  [
    new Error('IO Error: Corrupt database file'),
    'target/candor.duckdb: damaged; it only remembers what was built: make clean, then run again',
  ],
])('what a disk refused: %s', (error, message) => {
  expect(diskFailure(error, 'exports')).toEqual(breakdown(message));
});

test('any other error is none of the disk', () => {
  expect(diskFailure(refused('EPIPE'), 'exports')).toBeUndefined();
  expect(diskFailure('what', 'exports')).toBeUndefined();
});

test('a failure knows its exit status', () => {
  expect([refusal('a'), misuse('b'), breakdown('c')].map(failure => failure.exitCode)).toEqual([1, 2, 3]);
  expect(misuse('b')).toBeInstanceOf(Failure);
});
