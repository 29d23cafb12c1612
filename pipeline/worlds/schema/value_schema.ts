import type { ColumnType } from '../world.ts';
import type { JsonSchema } from './json_schema.ts';

/**
 * The JSON values that the check reads as a value of a type: a value of the type itself, and every spelling that is
 * taken without loss ("17" for 17). The patterns need no look-ahead and no character class of a dialect.
 *
 * Three things are beyond JSON Schema, and accepted though the check calls them malformed: a JSON number with more
 * decimals than the scale (`multipleOf` computes in floats, by which 0.07 is no multiple of 0.01), the text of a
 * number with an exponent that moves it out of precision or scale, and a time of the year 9999 that in UTC lies
 * after it.
 */
export function valueSchema(type: ColumnType): JsonSchema {
  switch (type.kind) {
    case 'text':
      return { anyOf: [{ type: 'string' }, { type: 'integer' }] };
    case 'integer':
      return { anyOf: [{ type: 'integer' }, text('0|-?[1-9][0-9]*')] };
    case 'decimal':
      return decimal(type.precision ?? 0, type.scale ?? 0);
    case 'boolean':
      return { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false'] }] };
    case 'date':
      return { ...text(day), description: 'A day: YYYY-MM-DD.' };
    case 'timestamp':
      return timestampSchema;
    case 'list':
      if (!type.of) throw new Error(`${type.name}: a list of nothing`);
      return { type: 'array', items: valueSchema(type.of) };
  }
}

const text = (pattern: string): JsonSchema => ({ type: 'string', pattern: `^(${pattern})$` });

const year = '(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})';
const fourth = '(0[48]|[2468][048]|[13579][26])';
const day = [
  `${year}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])`,
  `${year}-(0[469]|11)-(0[1-9]|[12][0-9]|30)`,
  `${year}-02-(0[1-9]|1[0-9]|2[0-8])`,
  `([0-9]{2}${fourth}|${fourth}00)-02-29`,
].join('|');

const hours = '([01][0-9]|2[0-3])';
const minutes = '[0-5][0-9]';

/** A time as the format has it: UTC where it names no zone, a fraction of at most six digits. */
export const timestampSchema: JsonSchema = {
  ...text(`(${day})T${hours}:${minutes}(:${minutes}(\\.[0-9]{1,6}0*)?)?(Z|[+-]${hours}(:?${minutes})?)?`),
  description: 'A time: YYYY-MM-DDTHH:MM, with seconds and zone where needed; UTC where it names no zone.',
};

function decimal(precision: number, scale: number): JsonSchema {
  const whole = precision - scale;
  const digits = whole > 0 ? `(0|[1-9][0-9]{0,${whole - 1}})` : '0';
  const fraction = scale > 0 ? `(\\.[0-9]{1,${scale}}0*)?` : '(\\.0+)?';
  return {
    anyOf: [
      { type: scale > 0 ? 'number' : 'integer', ...bounds(whole) },
      text(`-?${digits}${fraction}|-?(0|[1-9][0-9]*)(\\.[0-9]+)?[eE][+-]?[0-9]{1,3}`),
    ],
    description: `A number of at most ${count(whole, 'digit')} before the point and ${count(scale, 'decimal')}, or its text.`,
  };
}

/** Beyond fifteen digits a reader's float may round to the bound what lies below it. */
function bounds(whole: number): JsonSchema {
  const bound = Number(`1e${whole}`);
  return whole <= 15
    ? { exclusiveMinimum: -bound, exclusiveMaximum: bound }
    : { minimum: -bound, maximum: bound };
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
