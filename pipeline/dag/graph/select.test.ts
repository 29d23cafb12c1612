import { describe, expect, test } from 'vitest';
import { buildGraph } from './graph.ts';
import { select } from './select.ts';

const nodes = [
  { id: 'load.lines', name: 'lines', tags: [], modified: false, upstream: [] },
  { id: 'check.claims', name: 'claims', tags: ['core'], modified: true, upstream: ['load.lines'] },
  { id: 'check.facts', name: 'facts', tags: ['core'], modified: false, upstream: ['load.lines'] },
  { id: 'measure.slices', name: 'slices', tags: [], modified: false, upstream: ['check.claims'] },
  { id: 'measure.slices.v1', name: 'slices_v1', tags: [], modified: false, upstream: ['check.facts'] },
  { id: 'facts.lists', name: 'lists', tags: [], modified: false, upstream: [] },
];
const graph = buildGraph(nodes.map(node => ({ ...node, file: `${node.id}.sql` })));
const selected = (selection: string, among = nodes) => [...select(selection, among, graph)].sort();

describe('a selection', () => {
  test.each([
    ['claims', ['check.claims']],
    ['check.claims', ['check.claims']],
    ['+claims', ['check.claims', 'load.lines']],
    ['claims+', ['check.claims', 'measure.slices']],
    ['+claims+', ['check.claims', 'load.lines', 'measure.slices']],
    ['check.*', ['check.claims', 'check.facts']],
    ['check', ['check.claims', 'check.facts']],
    ['+check', ['check.claims', 'check.facts', 'load.lines']],
    ['+check.*', ['check.claims', 'check.facts', 'load.lines']],
    ['slices*', ['measure.slices', 'measure.slices.v1']],
    ['slices_v1', ['measure.slices.v1']],
    ['tag:core', ['check.claims', 'check.facts']],
    ['tag:core+', ['check.claims', 'check.facts', 'measure.slices', 'measure.slices.v1']],
    ['state:modified', ['check.claims']],
    ['state:modified+', ['check.claims', 'measure.slices']],
  ])('%s', (selection, ids) => {
    expect(selected(selection)).toEqual(ids);
  });

  test.each([
    ['slices lines', ['load.lines', 'measure.slices']],
    ['check,+slices', ['check.claims']],
    ['+slices,tag:core lines', ['check.claims', 'load.lines']],
    ['check,tag:core,state:modified', ['check.claims']],
  ])('%s: a space is a union, a comma an intersection, which binds more tightly', (selection, ids) => {
    expect(selected(selection)).toEqual(ids);
  });

  test('a name of a model and of a folder takes both, as in dbt; the id takes the model alone', () => {
    expect(selected('facts')).toEqual(['check.facts', 'facts.lists']);
    expect(selected('check.facts')).toEqual(['check.facts']);
  });

  test('a dot is a dot, not any character', () => {
    expect(() => selected('check?claims')).toThrow('--select check?claims: no model matches');
    expect(() => selected('c.aims*')).toThrow('--select c.aims*: no model matches');
  });
});

describe('an empty selection is an error', () => {
  test.each([
    ['clams', '--select clams: no model matches; the nearest are claims, check, facts'],
    ['facts +clams', '--select +clams: no model matches; the nearest are claims, check, facts'],
    ['chek', '--select chek: no model matches; the nearest are check, lines, load'],
    ['chek.*', '--select chek.*: no model matches; the nearest are check, claims, check.facts'],
    ['facts,clams', '--select clams: no model matches; the nearest are claims, check, facts'],
    ['tag:cor', '--select tag:cor: no model matches; the nearest is tag:core'],
    ['tga:core', '--select tga:core: unknown method "tga:"; known are tag:, state:'],
    ['state:modifed', '--select state:modifed: no model matches; the nearest is state:modified'],
    [
      'check,measure',
      '--select check,measure: no model is in all of them: check takes check.claims, check.facts; measure takes measure.slices, measure.slices.v1',
    ],
    [
      'facts, lines',
      '--select facts,: a comma with nothing beside it; a,b is what both take, "a b" what either takes',
    ],
    [' ', '--select: empty; name a model, or leave --select out to run all'],
  ])('%s', (selection, message) => {
    expect(() => selected(selection)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
  });

  test('also when nothing is modified', () => {
    const unmodified = nodes.map(node => ({ ...node, modified: false }));
    const message =
      '--select state:modified+: no model is modified, all are as the working database has them; leave --select out';
    expect(() => selected('state:modified+', unmodified)).toThrow(
      expect.objectContaining({ message, exitCode: 2 }),
    );
  });
});
