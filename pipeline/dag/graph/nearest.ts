import { distance } from 'fastest-levenshtein';

/** The known names nearest to an unknown one, nearest first, ties by name. */
export function nearest(unknown: string, known: Iterable<string>, count = 1): string[] {
  return [...new Set(known)]
    .map(name => ({ name, distance: distance(unknown, name) }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}
