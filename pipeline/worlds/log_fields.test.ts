import { expect, test } from 'vitest';
import { logFields } from './log_fields.ts';
import type { Tool, ValuePath } from './world.ts';

const text = { name: 'text', kind: 'text' } as const;
const path = (root: ValuePath['root'], ...names: string[]): ValuePath => ({ root, names });
const given = (position: number, where: ValuePath) => ({
  name: `c${position}`,
  type: text,
  position,
  path: where,
  literal: null,
});
const tool = (more: Partial<Tool>): Tool => ({
  name: 't',
  effect: 'writes',
  table: 'things',
  row: [],
  rows: null,
  scope: null,
  okWhen: [],
  ...more,
});

test('the first names of all paths, and each typed value once', () => {
  const row = [given(1, path('args', 'thing', 'id')), given(2, path('args', 'place'))];
  const okWhen = [{ path: path('result', 'status'), literal: 'sent' }];
  expect(
    logFields([tool({ row, okWhen }), tool({ name: 'again', row: [given(1, path('args', 'place'))] })], []),
  ).toEqual({
    args: ['place', 'thing'],
    result: ['status'],
    values: [
      { name: 'value_1', path: path('args', 'thing', 'id'), type: text },
      { name: 'value_2', path: path('args', 'place'), type: text },
    ],
  });
});

test('the whole is kept where a path leads to it, where a null is told from nothing, and where nothing is read', () => {
  const okWhen = [{ path: path('result', 'error'), literal: null }];
  expect(logFields([tool({ okWhen, row: [given(1, path('result', 'id'))] })], [])).toMatchObject({
    args: null,
    result: null,
  });
  expect(logFields([tool({ row: [given(1, path('args'))] })], [])).toMatchObject({ args: null });
});
