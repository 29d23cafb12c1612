import * as z from 'zod';

/**
 * A decimal from 0 to 1 of at most twelve digits, kept as the text that YAML has it as: what is published is computed
 * from it exactly.
 *
 * @param error what a value has to be, for people
 */
export function exactDecimal(error: string, { zero }: { zero: boolean }) {
  return z
    .union([z.number(), z.string()], { error })
    .transform(value => (typeof value === 'number' ? plainDecimal(value) : value))
    .refine(text => /^(0|0?\.\d{1,12}|1(\.0{1,12})?)$/.test(text) && (zero || Number(text) > 0), { error });
}

/** 0.0000001 and not 1e-7, where twelve digits hold it. */
function plainDecimal(value: number): string {
  const digits = value.toFixed(12).replace(/\.?0+$/, '');
  return Number(digits) === value ? digits : String(value);
}
