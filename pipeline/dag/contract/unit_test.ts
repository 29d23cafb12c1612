/** A row as the YAML gives it: column to value; what fits the type of the column is found out when it is cast. */
export type GivenRow = Readonly<Record<string, unknown>>;

/** Rows in, rows out: what a model makes of the rows of its inputs. Plain data, shaped as dbt's unit tests. */
export type UnitTest = {
  readonly name: string;
  readonly description?: string | undefined;
  /** Settings of the run that the test replaces, so that it holds whatever the settings of a run are. */
  readonly overrides?: { readonly settings: Readonly<Record<string, unknown>> } | undefined;
  /** One entry an input: `ref('claims')` or `claims`. */
  readonly given: readonly { readonly input: string; readonly rows: readonly GivenRow[] }[];
  readonly expect: {
    readonly rows: readonly GivenRow[];
    /** The difference up to which numbers of a column are equal. */
    readonly tolerance: Readonly<Record<string, number>>;
  };
};

/** A unit test and where it stands, for errors. */
export type LocatedUnitTest = {
  readonly test: UnitTest;
  /** Its place among the tests of its model, from 0. */
  readonly index: number;
  at(path: readonly PropertyKey[]): string;
};
