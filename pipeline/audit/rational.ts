/** An exact fraction in lowest terms, its denominator above 0. */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint };

export const zero: Rational = { numerator: 0n, denominator: 1n };
export const one: Rational = { numerator: 1n, denominator: 1n };

/** @throws Error for a denominator of 0 */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  return lowest(BigInt(numerator), BigInt(denominator));
}

/** A decimal as it is written: `0.18`, `-.5`. @throws Error for any other text */
export function parseRational(text: string): Rational {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (whole + fraction === '') throw new Error(`${text}: no decimal`);
  return lowest(BigInt(`${sign}${whole}${fraction}`), 10n ** BigInt(fraction.length));
}

export function add(a: Rational, b: Rational): Rational {
  if (a.denominator === b.denominator) return lowest(a.numerator + b.numerator, a.denominator);
  return lowest(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function negate({ numerator, denominator }: Rational): Rational {
  return { numerator: -numerator, denominator };
}

export function multiply(a: Rational, b: Rational): Rational {
  return lowest(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** @throws Error for a divisor of 0 */
export function divide(a: Rational, b: Rational): Rational {
  return lowest(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** Below 0, 0 or above 0, as for sorting. */
export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const least = (a: Rational, b: Rational) => (compare(b, a) < 0 ? b : a);
export const greatest = (a: Rational, b: Rational) => (compare(b, a) > 0 ? b : a);

/** `3/80`; a whole number without a denominator. */
export function fraction({ numerator, denominator }: Rational): string {
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}

/** A decimal of at most so many digits, rounded half to even, without trailing zeros. */
export function decimal({ numerator, denominator }: Rational, digits: number): string {
  const scaled = (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(digits);
  const rest = 2n * (scaled % denominator);
  const floor = scaled / denominator;
  const up = rest > denominator || (rest === denominator && floor % 2n === 1n);
  const rounded = up ? floor + 1n : floor;
  const text = String(rounded).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const part = text.slice(text.length - digits).replace(/0+$/, '');
  return `${numerator < 0n && rounded > 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}

function lowest(numerator: bigint, denominator: bigint): Rational {
  if (denominator === 0n) throw new Error('a fraction over 0');
  if (numerator === 0n) return zero;
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  while (b > 0n) [a, b] = [b, a % b];
  const divisor = denominator < 0n ? -a : a;
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}
