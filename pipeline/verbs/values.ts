/** The options of a verb as the command line gave them. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
