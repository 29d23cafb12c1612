import { expect, test } from 'vitest';
import { textTable } from './text_table.ts';

test('columns are aligned, nulls are written, nothing trails', () => {
  const rows = [
    ['a', null],
    ['long one', '1'],
    ['é', ''],
  ];
  expect(textTable(['name', 'n'], rows)).toBe('name      n\na         null\nlong one  1\né');
});

test('long text is cut, and what would move the cursor is escaped', () => {
  expect(textTable(['t'], [['x'.repeat(61)]])).toBe(`t\n${'x'.repeat(59)}…`);
  expect(textTable(['t'], [['x'.repeat(60)]])).toBe(`t\n${'x'.repeat(60)}`);
  expect(textTable(['t'], [['a\n\u001b[2Jb\u202ec']])).toBe('t\na\\u{a}\\u{1b}[2Jb\\u{202e}c');
});
