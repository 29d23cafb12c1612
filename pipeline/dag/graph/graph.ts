import { misuse } from '../../failure.ts';

/** A node as the graph sees it: what it is called, where it stands, what it reads. */
export type GraphNode = {
  readonly id: string;
  readonly file: string;
  /** Ids of the nodes it reads. */
  readonly upstream: Iterable<string>;
};

/** An acyclic graph. `order` is topological, ties by id. */
export type Graph = {
  readonly order: readonly string[];
  upstream(id: string): readonly string[];
  downstream(id: string): readonly string[];
};

type Edges = ReadonlyMap<string, readonly string[]>;

/**
 * Orders nodes so that each comes after what it reads.
 *
 * @throws Failure 2 with every node and file of a cycle
 */
export function buildGraph(nodes: readonly GraphNode[]): Graph {
  const upstream: Edges = new Map(nodes.map(node => [node.id, [...new Set(node.upstream)].sort(byText)]));
  const downstream = reverse(upstream);
  const order = topologicalOrder(upstream, downstream);
  if (order.length < nodes.length) {
    const files = new Map(nodes.map(node => [node.id, node.file]));
    const [first, ...rest] = findCycle(upstream, new Set(order));
    const path = [first, ...rest].map(id => `${id} (${files.get(id ?? '')})`).join(' → ');
    throw misuse(`cycle: ${path} → ${first}; one of them must not read the next`);
  }
  return {
    order,
    upstream: id => upstream.get(id) ?? [],
    downstream: id => downstream.get(id) ?? [],
  };
}

/** Every node reachable over `next`, the starts included. */
export function reach(starts: Iterable<string>, next: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(starts);
  for (const id of reached) for (const other of next(id)) reached.add(other);
  return reached;
}

function reverse(edges: Edges): Edges {
  const reversed = new Map<string, string[]>([...edges.keys()].map(id => [id, []]));
  for (const [id, inputs] of edges) for (const input of inputs) reversed.get(input)?.push(id);
  return reversed;
}

function topologicalOrder(upstream: Edges, downstream: Edges): string[] {
  const waitsFor = new Map([...upstream].map(([id, inputs]) => [id, inputs.length]));
  const ready = [...waitsFor].filter(([, inputs]) => inputs === 0).map(([id]) => id);
  const order: string[] = [];
  for (let id = takeFirst(ready); id !== undefined; id = takeFirst(ready)) {
    order.push(id);
    for (const reader of downstream.get(id) ?? []) {
      const left = (waitsFor.get(reader) ?? 0) - 1;
      waitsFor.set(reader, left);
      if (left === 0) ready.push(reader);
    }
  }
  return order;
}

function takeFirst(ids: string[]): string | undefined {
  return ids.sort(byText).shift();
}

/** A shortest cycle through the first node, by id, that lies on one; each node is read by the one before it. */
function findCycle(upstream: Edges, acyclic: ReadonlySet<string>): string[] {
  for (const start of [...upstream.keys()].filter(id => !acyclic.has(id)).sort(byText)) {
    const cameFrom = new Map<string, string>();
    const queue = [start];
    for (const id of queue) {
      for (const input of upstream.get(id) ?? []) {
        if (input === start) return pathTo(id, start, cameFrom);
        if (cameFrom.has(input) || acyclic.has(input)) continue;
        cameFrom.set(input, id);
        queue.push(input);
      }
    }
  }
  throw new Error('nodes that cannot be ordered, but no cycle');
}

function pathTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [end];
  let at = end;
  while (at !== start) {
    at = cameFrom.get(at) ?? start;
    path.unshift(at);
  }
  return path;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
