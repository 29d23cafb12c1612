import { spelling } from './schema/value_schema.ts';
import type { ColumnType, Literal } from './world.ts';

/** Whether a literal of a contract is read as a value of a type, as values of reports are. */
export function literalFits(literal: Literal, type: ColumnType): boolean {
  if (literal === null || type.kind === 'list') return false;
  if (type.kind === 'text') return typeof literal === 'string' || Number.isInteger(literal);
  // a day, a time and a text are no numbers, true is no number: of each only its own spelling fits
  const own = {
    integer: 'number',
    decimal: 'number',
    boolean: 'boolean',
    date: 'string',
    timestamp: 'string',
  };
  const asText = typeof literal === 'string' || typeof literal === own[type.kind];
  return asText && (spelling(type)?.test(String(literal)) ?? false);
}
