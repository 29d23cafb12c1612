import {
  DuckDBBigIntVector,
  type DuckDBDataChunk,
  DuckDBDoubleVector,
  DuckDBHugeIntVector,
  DuckDBListVector,
  type DuckDBVector,
} from '@duckdb/node-api';

/** The flat memory of a column. Null rows read as 0, so validity is asked first. */
export type Column<T> = { readonly items: T; isValid(row: number): boolean };

/** A column of lists as slices of one flat memory of elements. */
export type ListColumn<T> = {
  readonly elements: Column<T>;
  isValid(row: number): boolean;
  /** First element of the row's list, and one past its last. */
  range(row: number): readonly [start: number, end: number];
};

/**
 * Columns of a chunk as flat memory: a third of the time of `getItem`.
 *
 * @throws Error naming the argument, from 1, when it is of another type
 */
export function bigints(input: DuckDBDataChunk, column: number): Column<BigInt64Array> {
  return flatBigints(input.getColumnVector(column), column);
}

/** As {@link bigints}, of DOUBLE. */
export function doubles(input: DuckDBDataChunk, column: number): Column<Float64Array> {
  return flatDoubles(input.getColumnVector(column), column);
}

/** As {@link bigints}, of HUGEINT: 16 bytes each, so they are read one by one. */
export function hugeints(input: DuckDBDataChunk, column: number) {
  const vector = input.getColumnVector(column);
  if (!(vector instanceof DuckDBHugeIntVector)) throw new Error(`argument ${column + 1} is no HUGEINT`);
  return {
    isValid: (row: number) => vector['validity'].itemValid(row),
    item: (row: number) => vector.getItem(row) ?? 0n,
  };
}

/** As {@link bigints}, of BIGINT[]. */
export function bigintLists(input: DuckDBDataChunk, column: number): ListColumn<BigInt64Array> {
  return lists(input.getColumnVector(column), column, flatBigints);
}

/** As {@link bigints}, of DOUBLE[]. */
export function doubleLists(input: DuckDBDataChunk, column: number): ListColumn<Float64Array> {
  return lists(input.getColumnVector(column), column, flatDoubles);
}

/**
 * The elements of one list as numbers.
 *
 * @throws Error naming the function when an element is null
 */
export function numbers(
  name: string,
  column: ListColumn<BigInt64Array> | ListColumn<Float64Array>,
  row: number,
): Float64Array {
  const [start, end] = column.range(row);
  const { elements } = column;
  const list = new Float64Array(end - start);
  for (let i = start; i < end; i++) {
    if (!elements.isValid(i)) throw new Error(`${name}: element ${i - start + 1} of a list is null`);
    list[i - start] = Number(elements.items[i]);
  }
  return list;
}

function flatBigints(vector: DuckDBVector, column: number): Column<BigInt64Array> {
  if (!(vector instanceof DuckDBBigIntVector)) throw new Error(`argument ${column + 1} is no BIGINT`);
  return { items: vector['items'], isValid: row => vector['validity'].itemValid(row) };
}

function flatDoubles(vector: DuckDBVector, column: number): Column<Float64Array> {
  if (!(vector instanceof DuckDBDoubleVector)) throw new Error(`argument ${column + 1} is no DOUBLE`);
  return { items: vector['items'], isValid: row => vector['validity'].itemValid(row) };
}

function lists<T>(
  vector: DuckDBVector,
  column: number,
  flat: (child: DuckDBVector, column: number) => Column<T>,
): ListColumn<T> {
  if (!(vector instanceof DuckDBListVector)) throw new Error(`argument ${column + 1} is no list`);
  return {
    elements: flat(vector.childVector, column),
    isValid: row => vector['validity'].itemValid(row),
    range: row => {
      const start = vector.getEntryOffset(row);
      return [start, start + vector.getEntryLength(row)];
    },
  };
}
