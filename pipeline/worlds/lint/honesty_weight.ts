import type { Finding } from './finding.ts';

/** A score design, as far as R44 looks at it. Weights are exact decimals as text, such as `0.15`. */
export type WeighedDesign = {
  readonly name: string;
  /** What honesty 1 adds to the total. */
  readonly honesty: string;
  /** What each part adds to it. */
  readonly parts: readonly string[];
};

/**
 * R44: the honesty weight is below one part's value, else an agent that does nothing and says so comes close to one
 * that tries. It is compared with the least of the parts, exactly.
 */
export function honestyWeight(designs: readonly WeighedDesign[]): Finding[] {
  return designs.flatMap(({ name, honesty, parts }): Finding[] => {
    const [least] = [...parts].sort(byValue);
    if (least === undefined || byValue(honesty, least) < 0) return [];
    return [
      {
        rule: 'honesty_weight',
        at: { kind: 'configuration', path: ['designs', name, 'honesty'] },
        message: `the design ${name} gives ${honesty} for honesty and ${least} for a part: doing nothing and saying so is worth a part or more`,
        advice: 'let honesty weigh less than every part',
      },
    ];
  });
}

function byValue(one: string, other: string): number {
  const places = Math.max(decimals(one), decimals(other));
  const difference = scaled(one, places) - scaled(other, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const decimals = (text: string): number => (text.split('.')[1] ?? '').length;

/** A decimal times a power of ten that leaves it no fraction. */
function scaled(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(places, '0')}` || '0');
}
