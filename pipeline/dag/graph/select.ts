import { nearest } from '../../config/nearest.ts';
import { misuse } from '../../failure.ts';
import { type Graph, reach } from './graph.ts';

/** What a selector may look at. */
export type Selectable = { readonly id: string; readonly name: string; readonly tags: readonly string[] };

/** Selectors of the form `method:argument`: which nodes each of them takes. */
const METHODS: ReadonlyMap<string, (node: Selectable, argument: string) => boolean> = new Map([
  ['tag', (node: Selectable, argument: string) => node.tags.includes(argument)],
]);

/**
 * The nodes a selection names: `NAME`, `+NAME` (and what it reads), `NAME+` (and what reads it), `check.*`,
 * `tag:TAG`; several, by spaces or commas, are a union.
 *
 * @throws Failure 2 when a selector takes no node; it names the nearest models
 */
export function select(selection: string, nodes: readonly Selectable[], graph: Graph): Set<string> {
  const selectors = selection.split(/[\s,]+/).filter(Boolean);
  if (selectors.length === 0) throw misuse('--select: empty; name a model, or leave --select out to run all');
  const selected = new Set<string>();
  for (const selector of selectors) {
    const [, before, body = '', after] = /^(\+?)(.*?)(\+?)$/.exec(selector) ?? [];
    const matches = nodes.filter(matcher(body)).map(node => node.id);
    if (matches.length === 0) throw misuse(nothingSelected(selector, body, nodes));
    for (const id of matches) selected.add(id);
    if (before) for (const id of reach(matches, graph.upstream)) selected.add(id);
    if (after) for (const id of reach(matches, graph.downstream)) selected.add(id);
  }
  return selected;
}

function matcher(body: string): (node: Selectable) => boolean {
  const colon = body.indexOf(':');
  if (colon >= 0) {
    const method = METHODS.get(body.slice(0, colon));
    const argument = body.slice(colon + 1);
    return node => method?.(node, argument) ?? false;
  }
  if (!body.includes('*')) return node => node.id === body || node.name === body;
  const escaped = body.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('.*')}$`);
  return node => pattern.test(node.id) || pattern.test(node.name);
}

function nothingSelected(selector: string, body: string, nodes: readonly Selectable[]): string {
  const colon = body.indexOf(':');
  const method = body.slice(0, colon);
  if (colon >= 0 && !METHODS.has(method)) {
    return `--select ${selector}: unknown method "${method}:"; known are ${[...METHODS.keys()]
      .map(name => `${name}:`)
      .join(', ')}`;
  }
  const tags = nodes.flatMap(node => node.tags);
  const known =
    colon >= 0 ? tags.map(tag => `${method}:${tag}`) : nodes.flatMap(node => [node.name, node.id]);
  const near = nearest(body, known, 3);
  return `--select ${selector}: no model matches${near.length ? `; the nearest are ${near.join(', ')}` : ''}`;
}
