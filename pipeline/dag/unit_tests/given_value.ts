/** A type whose values are lists or structs: they are given as YAML lists and maps, and pass through JSON. */
export function isNested(type: string): boolean {
  return /(\]|^(STRUCT|MAP|UNION)\(.*\))$/s.test(type);
}

/**
 * A value of a YAML row as the text that is cast to the type of its column; null for null.
 *
 * @returns `problem`: why it fits no column of that type, where a cast would change it in silence
 */
export function givenValue(value: unknown, type: string): { text: string | null } | { problem: string } {
  if (value === null || value === undefined) return { text: null };
  if (isNested(type) || (type === 'JSON' && typeof value !== 'string'))
    return { text: JSON.stringify(value) };
  if (typeof value === 'object') {
    return { problem: `a ${Array.isArray(value) ? 'list' : 'map'} is no ${type}; write one value` };
  }
  const text = String(value);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return { problem: `${text} is read without its last digits; write it in quotes` };
  }
  const digits = fractionDigits(type);
  const given = /^[+-]?\d*\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0;
  if (digits !== undefined && given > digits) {
    return { problem: `${text} would be rounded to fit ${type}; write what fits` };
  }
  return { text };
}

/** How many digits of the fraction a type keeps; undefined where it has no such number. */
function fractionDigits(type: string): number | undefined {
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type)) return 0;
  const scale = /^DECIMAL\(\d+,(\d+)\)$/.exec(type)?.[1];
  return scale === undefined ? undefined : Number(scale);
}
