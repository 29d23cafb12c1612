import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { numbers, temporaryProject } from '../../fixtures/temporary_project.ts';
import { catalogue } from './catalogue.ts';
import type { Model } from './model.ts';
import { createRenderer } from './template.ts';

const model = (sql: string, more: Partial<Model> = {}): Model => ({
  kind: 'model',
  id: 'check.a',
  name: 'a',
  refName: 'a',
  version: 1,
  file: 'sql/check/a.sql',
  compiledPath: 'check/a.sql',
  sql,
  contract: numbers(1).contract,
  ...more,
});
const others = [
  numbers(1),
  model('', { id: 'check.claims', name: 'claims', refName: 'claims' }),
  model('', { id: 'check.slices', name: 'slices', refName: 'slices', version: 2 }),
  model('', { id: 'check.slices.v1', name: 'slices_v1', refName: 'slices', version: 1 }),
];

async function renderer(context: Record<string, unknown> = {}, macros: Record<string, string> = {}) {
  const { dir } = await temporaryProject({ 'sql/macros/none.jinja': '', ...macros });
  return { dir, ...(await createRenderer(join(dir, 'sql'), context, catalogue(others))) };
}

describe('references', () => {
  test('are quoted table names, of the latest version or the one asked for, and make the inputs', async () => {
    const { render } = await renderer();
    const compiled = render(
      model(
        "from {{ ref('lines') }}, {{ ref('slices') }}, {{ ref('slices', v=1) }}, {{ ref('slices', v=2) }}",
      ),
    );
    expect(compiled.sql).toBe('from "lines", "slices", "slices_v1", "slices"');
    expect([...compiled.upstream]).toEqual(['load.lines', 'check.slices', 'check.slices.v1']);
    expect([...render(model('select 1')).upstream]).toEqual([]);
  });

  test.each([
    ["from\n  {{ ref('clams') }}", "sql/check/a.sql:2: ref('clams'): no such model; did you mean 'claims'?"],
    ["{{ ref('slices', v=3) }}", "sql/check/a.sql:1: ref('slices', v=3): no version 3; there is 1, 2"],
    ["{{ ref('cla' ~ 'ms') }}", "sql/check/a.sql: ref('clams'): no such model; did you mean 'claims'?"],
  ])('%j', async (sql, message) => {
    const { render } = await renderer();
    expect(() => render(model(sql))).toThrow(expect.objectContaining({ message, exitCode: 2 }));
    // the engine is still in order
    expect(render(model("{{ ref('claims') }}")).sql).toBe('"claims"');
  });
});

test('macros and templates see the variables of the run, and of the model', async () => {
  const context = {
    worlds: [{ name: 'shifts', lists: ['a', 'b'] }],
    literal: (text: string) => `'${text}'`,
    keys: (map: Record<string, unknown>) => Object.keys(map),
    big: 9007199254740993n,
  };
  const macros = {
    'sql/macros/m.jinja': '{% macro say(x) %}{{ literal(x ~ worlds[0].name) }}{% endmacro %}',
  };
  const { render } = await renderer(context, macros);
  const sql =
    "{% import 'macros/m.jinja' as m %}{{ m.say('in ') }} {{ big }} {{ keys({'k': 1})[0] }} {{ own(1) }}";
  expect(render(model(sql, { context: { own: (n: number) => n + 1 } })).sql).toBe(
    "'in shifts' 9007199254740993 k 2",
  );
});

test('settings', async () => {
  const { render } = await renderer({ settings: { minor_cost: '0.25' } });
  expect(render(model("{{ setting('minor_cost') }}")).sql).toBe('0.25');
  expect(() => render(model("{{ setting('minor_cots') }}"))).toThrow(
    /^sql\/check\/a\.sql: setting\('minor_cots'\): no such setting; did you mean 'minor_cost'\?$/,
  );
});

describe('errors name file and line', () => {
  test.each([
    ['\n{{ nope }}', 'sql/check/a.sql:2: undefined value; correct the template'],
    ['{{ given.nope }}', 'sql/check/a.sql:1: undefined value; correct the template'],
    ['{{ given.unset }}', 'sql/check/a.sql:1: undefined value; correct the template'],
    ['\n\n{% if %}', 'sql/check/a.sql:3: syntax error: unexpected end of block; correct the template'],
    ['{{ boom() }}', 'sql/check/a.sql: it broke'],
    ['{{ nothing() }}', 'sql/check/a.sql: a function of the context returned nothing'],
  ])('%j', async (sql, message) => {
    const boom = () => {
      throw new Error('it broke');
    };
    const { render } = await renderer({ given: { unset: undefined }, boom, nothing: () => undefined });
    expect(() => render(model(sql))).toThrow(expect.objectContaining({ message, exitCode: 2 }));
    expect(render(model('select 1')).sql).toBe('select 1');
  });

  test('of a macro its own', async () => {
    const { dir } = await temporaryProject({ 'sql/macros/bad.jinja': 'x\n{% macro %}' });
    await expect(createRenderer(join(dir, 'sql'), {}, catalogue([]))).rejects.toThrow(
      `${dir}/sql/macros/bad.jinja:2: syntax error: unexpected end of block, expected identifier; correct the template`,
    );
  });
});

test('two models of one table name are refused, whatever their case', () => {
  expect(() =>
    catalogue([...others, model('', { id: 'x.Claims', name: 'Claims', file: 'sql/x/Claims.sql' })]),
  ).toThrow(
    /^sql\/x\/Claims\.sql: a table "Claims" is also made by sql\/check\/a\.sql; names are unique across folders, rename one$/,
  );
});
