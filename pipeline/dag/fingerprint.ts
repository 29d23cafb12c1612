import { createHash } from 'node:crypto';

/** What a table is made from. */
export type Ingredients = {
  readonly table: string;
  /** Compiled SQL, or a source's own fingerprint. */
  readonly content: string;
  readonly contractHash: string;
  /** Of the functions that SQL calls. */
  readonly udf: string;
  readonly engine: string;
  /** Fingerprints of the nodes it reads, by id. */
  readonly upstream: ReadonlyMap<string, string>;
};

/** sha256 (hex) that changes when the table could change. Settings count through the compiled SQL. */
export function fingerprint(ingredients: Ingredients): string {
  const { table, content, contractHash, udf, engine } = ingredients;
  const upstream = [...ingredients.upstream].sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([table, content, contractHash, udf, engine, upstream]));
}

/** sha256 of a text in UTF-8, as hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
