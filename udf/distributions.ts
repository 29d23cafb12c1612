import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Functions of the packages by name; a package takes up to 0.2 s to load, so it is loaded with the first row. */
const loaded = new Map<string, (...args: number[]) => number>();
const quantiles = new Map<string, number>();

function stdlib(name: string): (...args: number[]) => number {
  const known = loaded.get(name);
  if (known) return known;
  const found = require(`@stdlib/stats-base-dists-${name}`) as (...args: number[]) => number;
  loaded.set(name, found);
  return found;
}

/** z of the standard normal: the number that a share `p` of it is below; ∓Infinity for 0 and 1. */
export function normalQuantile(p: number): number {
  return stdlib('normal-quantile')(p, 0, 1);
}

/** The share of the standard normal that is below z. */
export function normalShare(z: number): number {
  return stdlib('normal-cdf')(z, 0, 1);
}

/** z for a two-sided confidence, exact to double precision: 1.95996… for 0.95. */
export function twoSidedZ(confidence: number): number {
  // of the lower tail: 1 - p would lose digits at high confidence
  return remembered(`z ${confidence}`, () => -normalQuantile((1 - confidence) / 2));
}

/** The same of Student's t with `freedom` degrees of freedom, 1 or more. */
export function twoSidedT(confidence: number, freedom: number): number {
  return remembered(`t ${confidence} ${freedom}`, () => -stdlib('t-quantile')((1 - confidence) / 2, freedom));
}

/** The two-sided p-value of a t statistic. */
export function twoSidedP(t: number, freedom: number): number {
  return Math.min(1, 2 * stdlib('t-cdf')(-Math.abs(t), freedom));
}

function remembered(key: string, make: () => number): number {
  const known = quantiles.get(key);
  if (known !== undefined) return known;
  const made = make();
  quantiles.set(key, made);
  return made;
}
