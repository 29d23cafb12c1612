/** A row as texts, one a column, null for null: equal texts are equal values. */
export type TextRow = readonly (string | null)[];

/** Rows that were expected and are not there, and rows that are there and were not expected. */
export type Difference = { readonly missing: readonly TextRow[]; readonly extra: readonly TextRow[] };

/**
 * Compares rows as multisets: their order is nothing, how often one occurs is. With tolerances rows are paired so that
 * as many as possible are equal, for "nearly equal" is not transitive.
 *
 * @param tolerances one a column: the difference up to which two numbers are equal; undefined compares exactly
 */
export function compareRows(
  expected: readonly TextRow[],
  actual: readonly TextRow[],
  tolerances: readonly (number | undefined)[],
): Difference {
  const partnerOf = new Map<number, number>();
  const equals = expected.map(row =>
    actual.flatMap((other, index) => (isEqual(row, other, tolerances) ? [index] : [])),
  );
  // Kuhn's algorithm: a row whose partners are taken asks each of them to take another
  const pair = (row: number, asked: Set<number>): boolean =>
    (equals[row] ?? []).some(index => {
      if (asked.has(index)) return false;
      asked.add(index);
      const holder = partnerOf.get(index);
      if (holder !== undefined && !pair(holder, asked)) return false;
      partnerOf.set(index, row);
      return true;
    });
  return {
    missing: expected.filter((_, row) => !pair(row, new Set())),
    extra: actual.filter((_, index) => !partnerOf.has(index)),
  };
}

function isEqual(row: TextRow, other: TextRow, tolerances: readonly (number | undefined)[]): boolean {
  return row.every((text, column) => {
    const found = other[column] ?? null;
    const tolerance = tolerances[column];
    if (text === found) return true;
    if (tolerance === undefined || text === null || found === null) return false;
    return Math.abs(Number(text) - Number(found)) <= tolerance;
  });
}
