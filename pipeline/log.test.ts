import { expect, test } from 'vitest';
import { count, createLog, type LogEvent } from './log.ts';

const EVENTS: LogEvent[] = [
  { kind: 'node_started', position: 3, total: 14, id: 'check.claims' },
  { kind: 'node_built', position: 3, total: 14, id: 'check.claims', rows: 1234n, seconds: 0.123 },
  { kind: 'node_failed', position: 4, total: 14, id: 'check.facts' },
  { kind: 'node_skipped', position: 5, total: 14, id: 'check.x', because: 'check.facts' },
  { kind: 'run_ended', built: 1, unchanged: 11, failed: 1, skipped: 1 },
  {
    kind: 'failure',
    id: 'check.facts',
    message: 'a test fails: unique a',
    tests: [{ test: 'unique a', failing: 1234n, rows: 'a  n\nx  2' }],
  },
];

function printed(
  events: LogEvent[],
  options: { isTTY?: boolean; quiet?: boolean; env?: Record<string, string> },
) {
  const parts: string[] = [];
  const stream = { isTTY: options.isTTY ?? false, write: (text: string) => parts.push(text) };
  const log = createLog({ stream, quiet: options.quiet ?? false, env: options.env ?? {} });
  for (const event of events) log(event);
  return parts.join('');
}

test('plain lines where nobody looks', () => {
  expect(printed(EVENTS, {})).toBe(`\
 3 of 14  check.claims  1,234 rows  0.12 s
 4 of 14  check.facts  failed
 5 of 14  check.x  skipped: check.facts failed
14 models: 1 built, 11 unchanged, 1 failed, 1 skipped

check.facts: a test fails: unique a
  unique a: 1,234 rows fail
    a  n
    x  2
`);
});

test('on a terminal the line of a running node is rewritten', () => {
  expect(printed(EVENTS.slice(0, 2), { isTTY: true, env: { NO_COLOR: '1' } })).toBe(
    ' 3 of 14  check.claims\r\u001b[K 3 of 14  check.claims  1,234 rows  0.12 s\n',
  );
});

test('colours on a terminal only, and not with NO_COLOR', () => {
  const failed = EVENTS.slice(2, 3);
  expect(printed(failed, { isTTY: true })).toBe(' 4 of 14  check.facts  \u001b[31mfailed\u001b[39m\n');
  expect(printed(failed, { isTTY: true, env: { NO_COLOR: '1' } })).toBe(' 4 of 14  check.facts  failed\n');
  expect(printed(failed, {})).toBe(' 4 of 14  check.facts  failed\n');
});

test('quiet leaves warnings and failures', () => {
  const events: LogEvent[] = [
    ...EVENTS.slice(0, 5),
    { kind: 'warning', message: 'x' },
    { kind: 'note', message: 'y' },
  ];
  expect(printed(events, { quiet: true })).toBe('warning: x\n');
  expect(printed(EVENTS, { quiet: true })).toContain('check.facts: a test fails');
});

test('thousands separators', () => {
  expect([0, 999, 1000, 1234567, 10n ** 12n].map(count)).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567',
    '1,000,000,000,000',
  ]);
});
