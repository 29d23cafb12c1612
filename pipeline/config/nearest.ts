import { distance } from 'fastest-levenshtein';

/** The known names nearest to an unknown one, nearest first, ties by name. */
export function nearest(unknown: string, known: Iterable<string>, count = 1): string[] {
  return [...new Set(known)]
    .map(name => ({ name, distance: distance(unknown, name) }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Whether a known name is near enough to be meant: few letters apart for its length. */
export function isNear(unknown: string, known: string): boolean {
  return distance(unknown, known) <= Math.max(2, unknown.length / 3);
}

/** `; did you mean "confidence"?` when a known name is near enough to be meant, else the known names. */
export function didYouMean(unknown: string, known: readonly string[]): string {
  const [near] = nearest(unknown, known);
  if (near === undefined) return '';
  if (isNear(unknown, near)) return `; did you mean "${near}"?`;
  return `; known are ${known.join(', ')}`;
}
