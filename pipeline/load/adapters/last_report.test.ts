import { expect, test } from 'vitest';
import { lastReport } from './last_report.ts';

test('A31 of several reports the last one that can be read counts', () => {
  const [first, second] = [{ status: 'complete' }, { status: 'partial' }];
  expect(lastReport([first, second])).toBe(second);
  expect(lastReport([first, second, 'Thank you.', null, ['partial']])).toBe(second);
  expect(lastReport([first])).toBe(first);
});

test('A12 where none can be read, the last thing handed in stands for all', () => {
  expect(lastReport([null, 'I am done.'])).toBe('I am done.');
  expect(lastReport([])).toBeUndefined();
});
