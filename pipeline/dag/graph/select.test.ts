import { describe, expect, test } from 'vitest';
import { buildGraph } from './graph.ts';
import { select } from './select.ts';

const nodes = [
  { id: 'load.lines', name: 'lines', tags: [], upstream: [] },
  { id: 'check.claims', name: 'claims', tags: ['core'], upstream: ['load.lines'] },
  { id: 'check.facts', name: 'facts', tags: ['core'], upstream: ['load.lines'] },
  { id: 'measure.slices', name: 'slices', tags: [], upstream: ['check.claims'] },
  { id: 'measure.slices.v1', name: 'slices_v1', tags: [], upstream: ['check.facts'] },
];
const graph = buildGraph(nodes.map(node => ({ ...node, file: `${node.id}.sql` })));
const selected = (selection: string) => [...select(selection, nodes, graph)].sort();

describe('a selection', () => {
  test.each([
    ['claims', ['check.claims']],
    ['check.claims', ['check.claims']],
    ['+claims', ['check.claims', 'load.lines']],
    ['claims+', ['check.claims', 'measure.slices']],
    ['+claims+', ['check.claims', 'load.lines', 'measure.slices']],
    ['check.*', ['check.claims', 'check.facts']],
    ['+check.*', ['check.claims', 'check.facts', 'load.lines']],
    ['slices*', ['measure.slices', 'measure.slices.v1']],
    ['slices_v1', ['measure.slices.v1']],
    ['tag:core', ['check.claims', 'check.facts']],
    ['tag:core+', ['check.claims', 'check.facts', 'measure.slices', 'measure.slices.v1']],
    ['facts, lines', ['check.facts', 'load.lines']],
    ['facts,lines  claims', ['check.claims', 'check.facts', 'load.lines']],
  ])('%s', (selection, ids) => {
    expect(selected(selection)).toEqual(ids);
  });

  test('a dot is a dot, not any character', () => {
    expect(() => selected('check?claims')).toThrow('--select check?claims: no model matches');
    expect(() => selected('c.aims*')).toThrow('--select c.aims*: no model matches');
  });
});

describe('an empty selection is an error', () => {
  test.each([
    ['clams', '--select clams: no model matches; the nearest are claims, facts, lines'],
    ['facts +clams', '--select +clams: no model matches; the nearest are claims, facts, lines'],
    ['tag:cor', '--select tag:cor: no model matches; the nearest are tag:core'],
    ['tga:core', '--select tga:core: unknown method "tga:"; known are tag:'],
    [' , ', '--select: empty; name a model, or leave --select out to run all'],
  ])('%s', (selection, message) => {
    expect(() => selected(selection)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
  });
});
