import { describe, expect, test } from 'vitest';
import { contractYaml, numbers, PROJECT, runnableProject } from '../../fixtures/temporary_project.ts';

/** The contract of a model `check.halves` with unit tests. */
const halves = (unitTests: string) =>
  contractYaml({ n: 'BIGINT', half: 'DOUBLE', label: 'VARCHAR', tags: 'VARCHAR[]' }) + unitTests;

const HALVES = {
  ...PROJECT,
  'sql/check/halves.sql': `
    select lines.n, lines.n / {{ setting('divisor') }} as half, 'n' || lines.n as label, ['x'] as tags
    from {{ ref('lines') }} as lines semi join {{ ref('evens') }} as evens using (n)`,
};

const GOOD = `unit_tests:
  - name: H1 even numbers are halved
    given:
      - {input: ref('lines'), rows: [{n: 3}, {n: 4}, {n: 4}, {n: 2}]}
      - {input: evens, rows: [{n: 4}, {n: 2}]}
    expect:
      rows: [{half: 2, n: 4}, {n: 2, half: 1}, {half: 2, n: 4}]
`;

const context = { settings: { divisor: 2 } };
const sources = [numbers(5)];

/** Runs the project with these unit tests; what is wrong with `check.halves`, if anything. */
async function runHalves(unitTests: string) {
  const { run, events, database, dir } = await runnableProject({
    ...HALVES,
    'sql/check/halves.yml': halves(unitTests),
  });
  const failure = await run({ sources, context, unitTests: true }).then(
    () => undefined,
    error => error,
  );
  const failed = events.find(event => event.kind === 'failure');
  return {
    exitCode: failure?.exitCode,
    said: (failed ?? failure)?.message.replaceAll(dir, 'DIR'),
    tests: failed?.tests,
    events,
    database,
  };
}

describe('a unit test', () => {
  test('that holds lets the model be built, and leaves nothing behind', async () => {
    const { exitCode, database } = await runHalves(GOOD);
    expect(exitCode).toBeUndefined();
    expect(await database.rows('select n from halves order by n')).toEqual([{ n: 2n }, { n: 4n }]);
    expect(await database.rows('select table_name from duckdb_tables() order by 1')).toEqual(
      ['_dag', 'evens', 'halves', 'lines', 'odds', 'sums'].map(table_name => ({ table_name })),
    );
  });

  test('that fails prints the missing and the extra rows, and the model is not built', async () => {
    const wrong = GOOD.replace('{n: 2, half: 1}', '{n: 2, half: 1.5}');
    const { exitCode, said, tests, database } = await runHalves(wrong);
    expect(exitCode).toBe(1);
    expect(said).toBe('a unit test fails: H1 even numbers are halved');
    expect(tests).toEqual([
      {
        test: 'H1 even numbers are halved',
        failing: 2n,
        rows: '         n  half\nmissing  2  1.5\nextra    2  1.0',
      },
    ]);
    await expect(database.rows('from halves')).rejects.toThrow('Table with name halves does not exist');
  });

  test('that fails skips what reads the model, and the table of the run before stays', async () => {
    const { run, write, database, events } = await runnableProject(PROJECT);
    await run({ sources, unitTests: true });
    await write({
      'sql/check/evens.yml': `${PROJECT['sql/check/evens.yml']}unit_tests:\n  - {name: none, given: [{input: lines, rows: [{n: 2}]}], expect: {rows: []}}\n`,
    });
    await expect(run({ sources, unitTests: true })).rejects.toThrow('1 of 4 models failed, 1 skipped');
    expect(events.filter(event => event.kind === 'node_skipped')).toMatchObject([
      { id: 'measure.sums', because: 'check.evens' },
    ]);
    expect(events.at(-1)).toMatchObject({
      tests: [{ test: 'none', failing: 1n, rows: '       n\nextra  2' }],
    });
    expect(await database.rows('from evens order by n')).toEqual([{ n: 2n }, { n: 4n }]);
    expect((await run({ sources })).nodes.map(node => node.status)).toContain('built');
  });

  test('counts how often a row occurs', async () => {
    const { tests } = await runHalves(GOOD.replace(', {half: 2, n: 4}]', ']'));
    expect(tests?.map(({ rows }) => rows)).toEqual(['       n  half\nextra  4  2.0']);
  });

  test('compares a column within its tolerance', async () => {
    const near = GOOD.replaceAll('half: 2', 'half: 2.05').replace(
      'expect:',
      'expect:\n      tolerance: {half: 0.1}',
    );
    expect((await runHalves(near)).exitCode).toBeUndefined();
    expect((await runHalves(near.replace('0.1', '0.01'))).said).toBe(
      'a unit test fails: H1 even numbers are halved',
    );
  });

  test('replaces settings, so that it holds whatever those of the run are', async () => {
    const thirds = GOOD.replace('    given', '    overrides: {settings: {divisor: 4}}\n    given');
    const { tests } = await runHalves(thirds.replace('{n: 2, half: 1}', '{n: 2, half: 0.5}'));
    expect(tests?.map(({ rows }) => rows)).toEqual([
      '         n  half\nmissing  4  2.0\nmissing  4  2.0\nextra    4  1.0\nextra    4  1.0',
    ]);
  });

  test('sees null for the columns of an input that it does not name, and compares null and lists', async () => {
    const nulls = GOOD.replace('{n: 3}, ', '{}, ').replace(
      /rows: \[\{half.*/,
      "rows: [{n: 4, tags: ['x']}, {n: 4, tags: [x]}, {n: 2, tags: null}]",
    );
    expect((await runHalves(nulls)).tests?.map(({ rows }) => rows)).toEqual([
      '         n  tags\nmissing  2  null\nextra    2  ["x"]',
    ]);
  });
});

describe('a unit test that cannot be right is an error', () => {
  test.each([
    [
      '- {input: evens, rows: [{n: 4}, {n: 2}]}',
      '',
      'halves.yml:10: unit_tests[0].given: check.halves reads evens too; give the rows, [] for none',
    ],
    [
      'input: evens',
      'input: evns',
      'halves.yml:12: unit_tests[0].given[1].input: check.halves does not read "evns"; did you mean "evens"?',
    ],
    [
      'input: evens',
      'input: odds',
      'halves.yml:12: unit_tests[0].given[1].input: check.halves does not read "odds"; known are evens, lines',
    ],
    [
      'input: evens',
      'input: lines',
      'halves.yml:12: unit_tests[0].given[1].input: "lines" is given twice; join the rows',
    ],
    [
      '{n: 3}',
      '{m: 3}',
      'halves.yml:11: unit_tests[0].given[0].rows[0].m: load.lines has no column "m"; did you mean "n"?',
    ],
    ['{n: 3}', '{n: three}', 'halves.yml:11: unit_tests[0].given[0].rows[0].n: "three" is no BIGINT'],
    [
      '{n: 3}',
      '{n: 3.5}',
      'halves.yml:11: unit_tests[0].given[0].rows[0].n: 3.5 would be rounded to fit BIGINT; write what fits',
    ],
    [
      '{half: 2, n: 4}, {n: 2',
      '{hlf: 2, n: 4}, {n: 2',
      'halves.yml:14: unit_tests[0].expect.rows[0].hlf: check.halves has no column "hlf"; did you mean "half"?',
    ],
    [
      '{n: 2, half: 1}',
      '{n: 2}',
      'halves.yml:14: unit_tests[0].expect.rows[1]: names n, the first row half, n; every row names the columns that are compared, null where there is nothing',
    ],
    [
      "input: ref('lines')",
      'input: "ref(\'lines\', v=2)"',
      'halves.yml:11: unit_tests[0].given[0].input: check.halves does not read "ref(\'lines\', v=2)"; known are evens, lines',
    ],
    [
      'expect:',
      'expect:\n      tolerance: {label: 0.5}',
      'halves.yml:14: unit_tests[0].expect.tolerance.label: no row names it; known are n, half',
    ],
    [
      'rows: [{half: 2, n: 4}',
      'tolerance: {label: 0.5}\n      rows: [{label: x}]\n  - name: H1 even numbers are halved\n    given: []\n    expect:\n      rows: [{half: 2, n: 4}',
      'halves.yml:16: unit_tests[1].name: "H1 even numbers are halved" is there twice; name each test for what it shows',
    ],
    [
      'rows: [{half: 2, n: 4}, {n: 2, half: 1}, {half: 2, n: 4}]',
      'tolerance: {label: 0.5}\n      rows: [{label: x}]',
      'halves.yml:14: unit_tests[0].expect.tolerance.label: a VARCHAR is equal or not; leave it out',
    ],
    [
      '{n: 2, half: 1}',
      '{n: 2, half: one}',
      'halves.yml:14: unit_tests[0].expect.rows[1].half: "one" is no DOUBLE',
    ],
    [
      'expect:',
      'expect:\n      tolerance: {n: 1, hal: 1}',
      'halves.yml:14: unit_tests[0].expect.tolerance.hal: no row names it; did you mean "half"?',
    ],
    [
      'expect:',
      'expect:\n      tolerance: {half: 0}',
      'halves.yml:14: unit_tests[0].expect.tolerance.half: must be above 0',
    ],
    [
      '    given',
      '    overrides: {settings: {divisr: 4}}\n    given',
      'halves.yml:10: unit_tests[0].overrides.settings.divisr: no such setting; did you mean "divisor"?',
    ],
    [
      '    expect',
      '    expct',
      'halves.yml:13: unit_tests[0].expct: unknown key "expct"; did you mean "expect"?',
    ],
  ])('%j as %j', async (good, bad, message) => {
    expect(GOOD).toContain(good);
    const { said, exitCode } = await runHalves(GOOD.replace(good, bad));
    expect(said ?? exitCode).toBe(`DIR/sql/check/${message}`);
    expect(exitCode).toBe(2);
  });
});

test('SQL that cannot run over the given rows says so, with the lines of the compiled file', async () => {
  const { run, events, dir } = await runnableProject({
    ...HALVES,
    'sql/check/halves.sql': "select n,\n  m\nfrom {{ ref('lines') }}",
    'sql/check/halves.yml': halves(
      'unit_tests:\n  - {name: x, given: [{input: lines, rows: [{n: 1}]}], expect: {rows: []}}\n',
    ),
  });
  await expect(run({ sources, context, unitTests: true })).rejects.toThrow('1 of 5 models failed');
  const message = events.find(event => event.kind === 'failure')?.message;
  expect(message).toContain(
    `${dir}/sql/check/halves.yml:9: unit_tests[0]: cannot run: ${dir}/target/compiled/check/halves.sql: Binder Error`,
  );
  expect(message).toContain('LINE 2:   m');
});

test('a changed unit test is run again, an unchanged one is not', async () => {
  const { run, write } = await runnableProject({ ...HALVES, 'sql/check/halves.yml': halves(GOOD) });
  const status = async () =>
    (await run({ sources, context, unitTests: true })).nodes.find(node => node.name === 'halves')?.status;
  expect(await status()).toBe('built');
  expect(await status()).toBe('unchanged');
  await write({ 'sql/check/halves.yml': halves(GOOD.replace('half: 1', 'half: 7')) });
  await expect(status()).rejects.toThrow('1 of 5 models failed');
});

test('what only looks at a database runs no unit tests', async () => {
  const { run } = await runnableProject({
    ...HALVES,
    'sql/check/halves.yml': halves(GOOD.replace('half: 1', 'half: 7')),
  });
  expect((await run({ sources, context })).nodes.map(node => node.status)).not.toContain('failed');
});
