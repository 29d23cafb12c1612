import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGraph, reach } from './graph.ts';

const node = (id: string, ...upstream: string[]) => ({ id, file: `${id}.sql`, upstream });

test('orders inputs first, and what is free of order by id', () => {
  const graph = buildGraph([node('d', 'b', 'c'), node('c', 'a'), node('b', 'a'), node('z'), node('a')]);
  expect(graph.order).toEqual(['a', 'b', 'c', 'd', 'z']);
  expect(graph.upstream('d')).toEqual(['b', 'c']);
  expect(graph.downstream('a')).toEqual(['c', 'b']);
});

test('a node that becomes free is taken before a later one that was free already', () => {
  expect(buildGraph([node('b'), node('a', 'b'), node('c')]).order).toEqual(['b', 'a', 'c']);
});

test('every order is topological, whatever the order of the nodes', () => {
  const edges = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 20 });
  fc.assert(
    fc.property(edges, fc.shuffledSubarray([...Array(10).keys()], { minLength: 10 }), (pairs, shuffled) => {
      const of = (n: number) => pairs.filter(([a, b]) => a === n && b < n).map(([, b]) => `n${b}`);
      const sorted = buildGraph([...Array(10).keys()].map(n => node(`n${n}`, ...of(n))));
      const graph = buildGraph(shuffled.map(n => node(`n${n}`, ...of(n))));
      expect(graph.order).toEqual(sorted.order);
      const place = new Map(graph.order.map((id, index) => [id, index]));
      for (const id of graph.order) {
        for (const input of graph.upstream(id)) expect(place.get(input)).toBeLessThan(place.get(id) ?? -1);
      }
    }),
  );
});

test('a cycle is named whole, with its files', () => {
  const nodes = [
    node('a', 'x'),
    node('c', 'b'),
    node('b', 'd'),
    node('d', 'c', 'a'),
    node('x'),
    node('e', 'b'),
  ];
  expect(() => buildGraph(nodes)).toThrow(
    /^cycle: b \(b\.sql\) → d \(d\.sql\) → c \(c\.sql\) → b; one of them must not read the next$/,
  );
});

test('a node that reads itself is a cycle', () => {
  expect(() => buildGraph([node('a', 'a')])).toThrow(
    /^cycle: a \(a\.sql\) → a; one of them must not read the next$/,
  );
});

test('reach follows every path once', () => {
  const graph = buildGraph([node('a'), node('b', 'a'), node('c', 'a'), node('d', 'b', 'c'), node('e')]);
  expect([...reach(['a'], graph.downstream)].sort()).toEqual(['a', 'b', 'c', 'd']);
  expect([...reach(['d'], graph.upstream)].sort()).toEqual(['a', 'b', 'c', 'd']);
});
