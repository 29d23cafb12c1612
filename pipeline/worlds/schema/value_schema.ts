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
      return { anyOf: [{ type: 'integer' }, text(type)] };
    case 'decimal':
      return decimalSchema(type);
    case 'boolean':
      return { anyOf: [{ type: 'boolean' }, text(type)] };
    case 'date':
      return { ...text(type), description: 'A day: YYYY-MM-DD.' };
    case 'timestamp':
      return {
        ...text(type),
        description:
          'A time: YYYY-MM-DDTHH:MM, with seconds and zone where needed; UTC where it names no zone.',
      };
    case 'list':
      if (!type.of) throw new Error(`${type.name}: a list of nothing`);
      return { type: 'array', items: valueSchema(type.of) };
  }
}

/** The texts that are read as a value of a type, all of them; of a list and of text itself there are none. */
export function spelling(type: ColumnType): RegExp | null {
  const pattern = patterns[type.kind]?.(type);
  return pattern === undefined ? null : new RegExp(`^(${pattern})$`);
}

const text = (type: ColumnType): JsonSchema => ({ type: 'string', pattern: spelling(type)?.source });

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

const patterns: Readonly<Partial<Record<ColumnType['kind'], (type: ColumnType) => string>>> = {
  integer: () => '0|-?[1-9][0-9]*',
  decimal: ({ precision = 0, scale = 0 }) => {
    const whole = precision - scale;
    const digits = whole > 0 ? `(0|[1-9][0-9]{0,${whole - 1}})` : '0';
    const fraction = scale > 0 ? `(\\.[0-9]{1,${scale}}0*)?` : '(\\.0+)?';
    return `-?${digits}${fraction}|-?(0|[1-9][0-9]*)(\\.[0-9]+)?[eE][+-]?[0-9]{1,3}`;
  },
  boolean: () => 'true|false',
  date: () => day,
  timestamp: () =>
    `(${day})T${hours}:${minutes}(:${minutes}(\\.[0-9]{1,6}0*)?)?(Z|[+-]${hours}(:?${minutes})?)?`,
};

function decimalSchema(type: ColumnType): JsonSchema {
  const { precision = 0, scale = 0 } = type;
  const whole = precision - scale;
  return {
    anyOf: [{ type: scale > 0 ? 'number' : 'integer', ...bounds(whole) }, text(type)],
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
