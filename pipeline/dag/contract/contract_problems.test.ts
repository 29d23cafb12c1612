import { expect, test } from 'vitest';
import { contractProblems } from './contract_problems.ts';

const column = (name: string, type: string) => ({ name, type, unit: null, description: 'x', tests: [] });
const problems = (built: [string, string][], documented: [string, string][]) =>
  contractProblems(
    built.map(([name, type]) => ({ name, type })),
    {
      contract: {
        description: 'x',
        version: 1,
        key: [],
        columns: documented.map(([name, type]) => column(name, type)),
        tests: [],
        published: false,
        tags: [],
      },
      at: path => `a.yml: ${path.join('.')}`,
    },
  );

test('a table that keeps its contract has no problem', () => {
  expect(
    problems(
      [
        ['a', 'BIGINT'],
        ['b', 'VARCHAR'],
      ],
      [
        ['a', 'BIGINT'],
        ['b', 'VARCHAR'],
      ],
    ),
  ).toEqual([]);
});

test('all differences are told at once', () => {
  const built: [string, string][] = [
    ['a', 'INTEGER'],
    ['c', 'DATE'],
  ];
  expect(
    problems(built, [
      ['a', 'BIGINT'],
      ['b', 'VARCHAR'],
    ]),
  ).toEqual([
    'a.yml: columns: the table has a column "c" (DATE) that is not documented; document it or leave it out',
    'a.yml: columns.b: documented, but the table has no such column; select it or remove it here',
    'a.yml: columns.a.type: documented as BIGINT, built as INTEGER; change one of them',
  ]);
});

test('another order is a difference', () => {
  expect(
    problems(
      [
        ['b', 'DATE'],
        ['a', 'DATE'],
      ],
      [
        ['a', 'DATE'],
        ['b', 'DATE'],
      ],
    ),
  ).toEqual(['a.yml: columns: in another order than the table, which has b, a']);
});

test('case counts', () => {
  expect(problems([['A', 'DATE']], [['a', 'DATE']])).toHaveLength(2);
});
