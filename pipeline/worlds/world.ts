/** A compiled world contract: plain data, names resolved to positions, for the SQL templates. */
export type World = {
  readonly name: string;
  readonly version: number;
  readonly description: string;
  readonly othersAct: boolean;
  readonly file: string;
  /** `contract.yml:1: world`: where errors say it is named. */
  readonly place: string;
  readonly tables: readonly Table[];
  /** Part identity; `{task: text}` where the contract has no parts. */
  readonly partIdentity: readonly Field[];
  readonly hasParts: boolean;
  /** An attempt's `outcome` decides which parts are done, not its state. */
  readonly partsByOutcome: boolean;
  readonly doneTable: string | null;
  /** Positions of the part identity in the done table's columns; empty without a done table. */
  readonly donePositions: readonly number[];
  readonly gates: readonly Gate[];
  readonly partGates: readonly string[];
  readonly taskGates: readonly string[];
  /** Every field a report of this world may have: status, lists and free text. */
  readonly reportFields: readonly string[];
  readonly lists: readonly List[];
  readonly tools: readonly Tool[];
  readonly logFields: LogFields;
  /** Tables that some tool's result speaks of. */
  readonly spokenTables: readonly string[];
};

export type ColumnType = {
  /** As the contract writes it: `decimal(10,2)`. */
  readonly name: string;
  readonly kind: 'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'timestamp' | 'list';
  readonly precision?: number;
  readonly scale?: number;
  readonly of?: ColumnType;
};

export type Field = { readonly name: string; readonly type: ColumnType };

/** A column of a state table; `position` counts from 1, as SQL lists do. */
export type Column = Field & { readonly position: number };

export type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly keyPositions: readonly number[];
};

export type Gate = {
  readonly name: string;
  readonly fails: 'part' | 'task';
  /** Its model. */
  readonly file: string;
  /** `contract.yml:17: gates.rest_rule`: where errors say it is declared. */
  readonly place: string;
};

export type Literal = string | number | boolean | null;

/** A list of the report that claims something; `position` is its place in the contract, from 1. */
export type List = {
  readonly name: string;
  readonly position: number;
  readonly claims: 'change' | 'removal' | 'open_part' | 'tool_call';
  readonly severity: 'key' | 'minor';
  readonly table: string | null;
  /** Identity fields; for change and removal with their position in the table. */
  readonly identity: readonly (Field & { readonly position: number; readonly path: ValuePath | null })[];
  readonly where: readonly (Column & { readonly value: Literal })[];
  readonly reasons: readonly { readonly name: string; readonly kind: 'possible' | 'impossible' }[];
  readonly tool: string | null;
  /** Places in the item by which a false item and an omitted fact are linked as half right (A20). */
  readonly linkPlaces: readonly number[];
  /** Places in the item of the part identity, where the list is on the done table; else empty. */
  readonly partPlaces: readonly number[];
};

/** The fields of arguments and results that the contract reads; null where it reads the whole, or nothing. */
export type LogFields = {
  readonly args: readonly string[] | null;
  readonly result: readonly string[] | null;
  /** Every typed value that is taken out of a call, once; `name` is that of its column. */
  readonly values: readonly { readonly name: string; readonly path: ValuePath; readonly type: ColumnType }[];
};

/** Where in a tool call a value is found. */
export type ValuePath = { readonly root: 'args' | 'result'; readonly names: readonly string[] };

export type Value = { readonly path: ValuePath | null; readonly literal: Literal };

export type Tool = {
  readonly name: string;
  readonly effect: 'writes' | 'removes' | 'reads';
  readonly table: string;
  readonly row: readonly (Column & Value)[];
  readonly rows: ValuePath | null;
  /** null: the read says nothing about what it does not show. */
  readonly scope: readonly (Column & Value)[] | null;
  readonly okWhen: readonly { readonly path: ValuePath; readonly literal: Literal }[];
};
