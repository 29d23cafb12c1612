import { BIGINT, DOUBLE, DuckDBScalarFunction, DuckDBStructVector, HUGEINT, STRUCT } from '@duckdb/node-api';
import { bigints, doubles, hugeints } from './column.ts';
import { twoSidedT, twoSidedZ } from './distributions.ts';
import { type Interval, scoreInterval } from './wilson.ts';

/** Attempts counted task by task, as sums over the tasks; whole numbers, so that they are exact in any order. */
export type ClusterSums = {
  /** Σk: attempts that did it. */
  readonly k: bigint;
  /** Σn: attempts. */
  readonly n: bigint;
  /** Tasks with at least one attempt. */
  readonly clusters: bigint;
  /** Σk², Σkn and Σn². */
  readonly kk: bigint;
  readonly kn: bigint;
  readonly nn: bigint;
};

/** An interval, and the number of independent attempts that would give it. */
export type ClusteredInterval = Interval & { readonly effective: number };

/**
 * The Wilson score interval of a rate whose attempts are clustered by task: on an effective number of attempts.
 *
 * p = k/n; V = G/(G−1) · Σ(k_g − n_g p)² / n²; deff = max(1, V / (p(1−p)/n)); n* = min(n, n/deff · (z/t_{G−1})²); with
 * p of 0 or 1, n* = G.
 *
 * Source: Wilson 1927; effective sample size and degrees of freedom as Korn and Graubard 1998, Survey Methodology
 * 24:193–201, with the score interval of Franco et al. 2019, J Surv Stat Methodol 7:334–364. Held against 40-digit
 * arithmetic (fixtures/oracles/wilson_clustered.json).
 *
 * @returns null with fewer than two tasks: one task says nothing of others
 * @throws Error naming the values when the sums cannot be sums of tasks, or the confidence is not between 0 and 1
 */
export function wilsonClustered(sums: ClusterSums, confidence: number): ClusteredInterval | null {
  if (!(confidence > 0 && confidence < 1))
    throw new Error(`wilson_clustered: confidence ${confidence} is not between 0 and 1`);
  const { k, n, clusters } = sums;
  if (k < 0n || k > n) throw new Error(`wilson_clustered: k ${k} is not within 0 and n ${n}`);
  if (clusters < 0n || clusters > n)
    throw new Error(`wilson_clustered: ${clusters} clusters are not within 0 and n ${n}`);
  const squares = residualSquares(sums);
  if (clusters < 2n) return null;
  const z = twoSidedZ(confidence);
  const effective = effectiveAttempts(sums, squares, z, confidence);
  return { ...scoreInterval(Number(k) / Number(n), effective, z), effective };
}

/** n² Σ(k_g − n_g p)², exactly. */
function residualSquares({ k, n, kk, kn, nn }: ClusterSums): bigint {
  const squares = n * n * kk - 2n * n * k * kn + k * k * nn;
  if (squares < 0n || kk < 0n || kk > kn || kn > nn)
    throw new Error(
      `wilson_clustered: sums of squares ${kk}, ${kn}, ${nn} are of no clusters with k ${k} and n ${n}`,
    );
  return squares;
}

function effectiveAttempts(sums: ClusterSums, squares: bigint, z: number, confidence: number): number {
  const { k, n, clusters } = sums;
  const groups = Number(clusters);
  if (k === 0n || k === n) return groups;
  // V / (p(1−p)/n), both multiplied by n³
  const correction = groups / (groups - 1);
  const design = Math.max(1, (correction * Number(squares)) / (Number(n) * Number(k) * Number(n - k)));
  return Math.min(Number(n), (Number(n) / design) * (z / twoSidedT(confidence, groups - 1)) ** 2);
}

/**
 * SQL: `wilson_clustered(k BIGINT, n BIGINT, clusters BIGINT, kk HUGEINT, kn HUGEINT, nn HUGEINT, confidence DOUBLE)
 * → STRUCT(lower DOUBLE, upper DOUBLE, effective DOUBLE)`; null for null and for fewer than two clusters.
 */
export const wilsonClusteredFunction = DuckDBScalarFunction.create({
  name: 'wilson_clustered',
  parameterTypes: [BIGINT, BIGINT, BIGINT, HUGEINT, HUGEINT, HUGEINT, DOUBLE],
  returnType: STRUCT({ lower: DOUBLE, upper: DOUBLE, effective: DOUBLE }),
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBStructVector)) throw new Error('wilson_clustered: the result is no struct');
    const [k, n, clusters] = [bigints(input, 0), bigints(input, 1), bigints(input, 2)];
    const [kk, kn, nn] = [hugeints(input, 3), hugeints(input, 4), hugeints(input, 5)];
    const confidence = doubles(input, 6);
    const columns = [k, n, clusters, kk, kn, nn, confidence];
    for (let row = 0; row < input.rowCount; row++) {
      const sums = () => ({
        k: k.items[row] ?? 0n,
        n: n.items[row] ?? 0n,
        clusters: clusters.items[row] ?? 0n,
        kk: kk.item(row),
        kn: kn.item(row),
        nn: nn.item(row),
      });
      const given = columns.every(column => column.isValid(row));
      const interval = given ? wilsonClustered(sums(), Number(confidence.items[row])) : null;
      output.setItem(row, interval && { entries: { ...interval } });
    }
    output.flush();
  },
});
