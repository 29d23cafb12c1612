import { nearest } from '../../config/nearest.ts';
import { misuse } from '../../failure.ts';
import { type Graph, reach } from './graph.ts';

/** What a selector may look at. */
export type Selectable = {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Whether it is not as the working database has it. */
  readonly modified: boolean;
};

/** A selector of the form `method:argument`: the arguments there are, and which nodes one of them takes. */
type Method = {
  readonly known: (nodes: readonly Selectable[]) => readonly string[];
  readonly takes: (node: Selectable, argument: string) => boolean;
};

const METHODS: ReadonlyMap<string, Method> = new Map([
  [
    'tag',
    { known: nodes => nodes.flatMap(node => node.tags), takes: (node, tag) => node.tags.includes(tag) },
  ],
  ['state', { known: () => ['modified'], takes: node => node.modified }],
]);

/**
 * The nodes a selection names, as dbt users write it: `NAME`, a folder (`check`, `check.*`), `tag:TAG`,
 * `state:modified`; `+X` adds what X reads, `X+` what reads it; a space is a union, a comma an intersection, which
 * binds more tightly. A name that is that of a model and of a folder takes both.
 *
 * @throws Failure 2 when nothing is selected, or a part of the selection takes no node; it names the nearest
 */
export function select(selection: string, nodes: readonly Selectable[], graph: Graph): Set<string> {
  const selectors = selection.split(/\s+/).filter(Boolean);
  if (selectors.length === 0) throw misuse('--select: empty; name a model, or leave --select out to run all');
  return new Set(selectors.flatMap(selector => [...intersection(selector, nodes, graph)]));
}

function intersection(selector: string, nodes: readonly Selectable[], graph: Graph): Set<string> {
  const terms = selector.split(',');
  if (terms.includes('')) {
    throw misuse(
      `--select ${selector}: a comma with nothing beside it; a,b is what both take, "a b" what either takes`,
    );
  }
  const [first = new Set<string>(), ...others] = terms.map(term => taken(term, nodes, graph));
  const both = [...first].filter(id => others.every(other => other.has(id)));
  if (both.length > 0) return new Set(both);
  const each = terms.map(
    (term, index) => `${term} takes ${shortened([...([first, ...others][index] ?? [])])}`,
  );
  throw misuse(`--select ${selector}: no model is in all of them: ${each.join('; ')}`);
}

function taken(term: string, nodes: readonly Selectable[], graph: Graph): Set<string> {
  const [, before, body = '', after] = /^(\+?)(.*?)(\+?)$/.exec(term) ?? [];
  const matches = nodes.filter(matcher(body)).map(node => node.id);
  if (matches.length === 0) throw misuse(nothingSelected(term, body, nodes));
  const ids = new Set(matches);
  if (before) for (const id of reach(matches, graph.upstream)) ids.add(id);
  if (after) for (const id of reach(matches, graph.downstream)) ids.add(id);
  return ids;
}

function matcher(body: string): (node: Selectable) => boolean {
  const { method, argument } = methodOf(body);
  if (method !== undefined) {
    const { known, takes } = METHODS.get(method) ?? {};
    return node => (known?.([node]).includes(argument) && takes?.(node, argument)) ?? false;
  }
  if (!body.includes('*')) {
    return node => node.id === body || node.name === body || folderOf(node) === body;
  }
  const escaped = body.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('.*')}$`);
  return node => pattern.test(node.id) || pattern.test(node.name);
}

function methodOf(body: string): { method: string | undefined; argument: string } {
  const colon = body.indexOf(':');
  if (colon < 0) return { method: undefined, argument: body };
  return { method: body.slice(0, colon), argument: body.slice(colon + 1) };
}

function folderOf({ id }: Selectable): string {
  return id.slice(0, id.indexOf('.'));
}

function nothingSelected(term: string, body: string, nodes: readonly Selectable[]): string {
  const { method, argument } = methodOf(body);
  if (method === undefined) {
    const known = nodes.flatMap(node => [node.name, node.id, folderOf(node)]);
    return `--select ${term}: no model matches${theNearest(nearest(body, known, 3))}`;
  }
  const known = METHODS.get(method)?.known(nodes);
  if (!known) {
    const methods = [...METHODS.keys()].map(name => `${name}:`).join(', ');
    return `--select ${term}: unknown method "${method}:"; known are ${methods}`;
  }
  if (method === 'state' && known.includes(argument)) {
    return `--select ${term}: no model is modified, all are as the working database has them; leave --select out`;
  }
  const near = nearest(argument, known, 3).map(name => `${method}:${name}`);
  return `--select ${term}: no model matches${theNearest(near)}`;
}

function theNearest(names: readonly string[]): string {
  if (names.length === 0) return '';
  return names.length === 1 ? `; the nearest is ${names[0]}` : `; the nearest are ${names.join(', ')}`;
}

/** At most three names, and how many more there are. */
function shortened(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(', ');
  return ids.length > 3 ? `${shown} and ${ids.length - 3} more` : shown;
}
