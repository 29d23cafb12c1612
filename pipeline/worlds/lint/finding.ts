/** Something a contract, its tasks or a configuration does not let the check see. */
export type Finding = {
  /** The rule that found it, by the name of its file. */
  readonly rule: string;
  readonly at: Place;
  /** What is so, and what follows. */
  readonly message: string;
  /** What to do. */
  readonly advice: string;
};

/** A field of the contract or of `edition.yml`, or a line of a file of tasks. */
export type Place =
  | { readonly kind: 'contract'; readonly path: readonly PropertyKey[] }
  | { readonly kind: 'configuration'; readonly path: readonly PropertyKey[] }
  | { readonly kind: 'line'; readonly file: string; readonly line: number };

/** The place of a field of the contract. */
export const inContract = (...path: readonly PropertyKey[]): Place => ({ kind: 'contract', path });
