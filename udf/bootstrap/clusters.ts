/**
 * What is resampled: clusters (tasks), each the sums of its attempts. Clusters with the same sums are one kind, so that
 * a resample is no more than how often each kind was drawn.
 */
export type Clusters = {
  /** Sums a cluster has: 2 for a ratio (k, n). */
  readonly width: number;
  /** Sums of each kind, kind after kind. */
  readonly sums: Float64Array;
  /** Clusters of each kind. */
  readonly counts: Float64Array;
  /** The kind of each cluster. */
  readonly kindOf: Uint32Array;
};

/** A number that the sums over all clusters give; NaN where it is undefined. */
export type Statistic = (sums: Float64Array) => number;

/**
 * @param sums of each kind, kind after kind
 * @param counts clusters of each kind, whole numbers above 0
 * @throws Error when the lists do not fit, or a count is not a whole number above 0
 */
export function clustersOf(width: number, sums: Float64Array, counts: Float64Array): Clusters {
  if (sums.length !== width * counts.length)
    throw new Error(
      `cluster_bootstrap: ${sums.length} sums are not ${width} of each of ${counts.length} kinds`,
    );
  const wrong = counts.find(count => !(Number.isSafeInteger(count) && count > 0));
  if (wrong !== undefined) throw new Error(`cluster_bootstrap: ${wrong} is no count of clusters`);
  const broken = sums.find(sum => !Number.isFinite(sum));
  if (broken !== undefined) throw new Error(`cluster_bootstrap: a sum is ${broken}`);
  const kindOf = new Uint32Array(counts.reduce((total, count) => total + count, 0));
  let next = 0;
  for (const [kind, count] of counts.entries()) {
    kindOf.fill(kind, next, next + count);
    next += count;
  }
  return { width, sums, counts, kindOf };
}

/** The same clusters in an order that is that of their sums alone, each kind once. */
export function inOrder({ width, sums, counts }: Clusters): Clusters {
  const kinds = [...counts.keys()].sort((a, b) => compare(sums, width, a, b));
  const ordered: number[] = [];
  const merged: number[] = [];
  for (const [i, kind] of kinds.entries()) {
    const count = counts[kind] as number;
    const before = kinds[i - 1];
    if (before !== undefined && compare(sums, width, before, kind) === 0)
      merged[merged.length - 1] = (merged.at(-1) as number) + count;
    else {
      merged.push(count);
      for (let j = 0; j < width; j++) ordered.push(sums[kind * width + j] as number);
    }
  }
  return clustersOf(width, Float64Array.from(ordered), Float64Array.from(merged));
}

function compare(sums: Float64Array, width: number, a: number, b: number): number {
  for (let i = 0; i < width; i++) {
    const difference = (sums[a * width + i] as number) - (sums[b * width + i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Sums over as many clusters of each kind as `counts` says. */
export function addUp({ width, sums }: Clusters, counts: ArrayLike<number>, into: Float64Array): void {
  into.fill(0);
  for (let kind = 0; kind < counts.length; kind++) {
    const count = counts[kind] as number;
    if (count === 0) continue;
    for (let i = 0; i < width; i++)
      into[i] = (into[i] as number) + count * (sums[kind * width + i] as number);
  }
}
