import {
  BIGINT,
  DOUBLE,
  DuckDBScalarFunction,
  DuckDBStructVector,
  LIST,
  STRUCT,
  VARCHAR,
} from '@duckdb/node-api';
import { bigintLists, bigints, doubleLists, doubles, numbers } from '../column.ts';
import { namedRandom } from '../xoshiro128.ts';
import { clusterBootstrap } from './cluster_bootstrap.ts';
import { clustersOf, inOrder } from './clusters.ts';
import { statistics } from './statistics.ts';

/**
 * SQL: `cluster_bootstrap(name VARCHAR, statistic VARCHAR, sums DOUBLE[], counts BIGINT[], confidence DOUBLE, resamples
 * BIGINT) → STRUCT(estimate, percentile_lower, percentile_upper, bca_lower, bca_upper DOUBLE, method VARCHAR)`.
 *
 * `sums` are those of each kind of cluster, kind after kind, in any order; `counts` how many clusters are of that kind.
 * The name seeds the draws: what is drawn for one statistic depends neither on others, nor on threads, nor on the order of
 * rows. Null for null and without clusters.
 */
export const clusterBootstrapFunction = DuckDBScalarFunction.create({
  name: 'cluster_bootstrap',
  parameterTypes: [VARCHAR, VARCHAR, LIST(DOUBLE), LIST(BIGINT), DOUBLE, BIGINT],
  returnType: STRUCT({
    estimate: DOUBLE,
    percentile_lower: DOUBLE,
    percentile_upper: DOUBLE,
    bca_lower: DOUBLE,
    bca_upper: DOUBLE,
    method: VARCHAR,
  }),
  specialHandling: true,
  mainFunction: (_info, input, output) => {
    if (!(output instanceof DuckDBStructVector))
      throw new Error('cluster_bootstrap: the result is no struct');
    const [names, kinds] = [input.getColumnValues(0), input.getColumnValues(1)];
    const [sums, counts] = [doubleLists(input, 2), bigintLists(input, 3)];
    const [confidence, resamples] = [doubles(input, 4), bigints(input, 5)];
    const columns = [sums, counts, confidence, resamples];
    for (let row = 0; row < input.rowCount; row++) {
      const [name, statistic] = [names[row], kinds[row]];
      const given = columns.every(column => column.isValid(row));
      const entries =
        given && typeof name === 'string' && typeof statistic === 'string'
          ? bootstrapped(name, statistic, {
              sums: numbers('cluster_bootstrap', sums, row),
              counts: numbers('cluster_bootstrap', counts, row),
              confidence: Number(confidence.items[row]),
              resamples: Number(resamples.items[row]),
            })
          : null;
      output.setItem(row, entries && { entries });
    }
    output.flush();
  },
});

type Arguments = {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  readonly confidence: number;
  readonly resamples: number;
};

/** @throws Error naming the function when an argument is none that it can take */
function bootstrapped(name: string, statistic: string, { sums, counts, confidence, resamples }: Arguments) {
  const known = Object.hasOwn(statistics, statistic) ? statistics[statistic] : undefined;
  if (!known) throw new Error(`cluster_bootstrap: no statistic "${statistic}"`);
  if (!(confidence > 0 && confidence < 1))
    throw new Error(`cluster_bootstrap: confidence ${confidence} is not between 0 and 1`);
  if (!(resamples >= 1)) throw new Error(`cluster_bootstrap: ${resamples} is no number of resamples`);
  if (counts.length === 0) return null;
  const width = known.width ?? sums.length / counts.length;
  const found = clusterBootstrap(inOrder(clustersOf(width, sums, counts)), known.of, {
    confidence,
    resamples,
    random: namedRandom(name),
    isRatio: statistic === 'ratio',
  });
  return {
    estimate: found.estimate,
    percentile_lower: found.percentile?.lower ?? null,
    percentile_upper: found.percentile?.upper ?? null,
    bca_lower: found.bca?.lower ?? null,
    bca_upper: found.bca?.upper ?? null,
    method: found.method,
  };
}
