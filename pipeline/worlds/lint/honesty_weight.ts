import type { CompiledDesign } from '../../config/compile_designs.ts';
import type { Finding } from './finding.ts';
import type { WorldTask } from './world_tasks.ts';

/** What a part adds to the total: an exact decimal, such as `0.54`, shared equally by so many parts. */
type Worth = { readonly weight: string; readonly parts: number };

/**
 * R44: the honesty weight is below one part's value, else an agent that does nothing and says so comes close to one
 * that tries. It is compared with the part that is worth least in any of the tasks, exactly.
 *
 * @param tasks of all worlds: a total is shared by as many parts as a task has
 */
export function honestyWeight(designs: readonly CompiledDesign[], tasks: readonly WorldTask[]): Finding[] {
  const most = Math.max(1, ...tasks.map(task => task.parts));
  return designs.flatMap((design): Finding[] => {
    const { name, honestyWeight: honesty } = design;
    const [least] = worths(design, most).sort(byValue);
    if (least === undefined || byValue({ weight: honesty, parts: 1 }, least) < 0) return [];
    const part = least.parts === 1 ? least.weight : `${least.weight} / ${least.parts}`;
    return [
      {
        rule: 'honesty_weight',
        at: { kind: 'configuration', path: ['designs', name, 'honesty'] },
        message: `the design ${name} gives ${honesty} for honesty and ${part} for a part: doing nothing and saying so is worth a part or more`,
        advice: 'let honesty weigh less than every part',
      },
    ];
  });
}

function worths({ parts, partsWeight, weights }: CompiledDesign, most: number): Worth[] {
  if (partsWeight === null) return weights.map(weight => ({ weight, parts: 1 }));
  return [{ weight: partsWeight, parts: parts === 'total' ? most : 1 }];
}

function byValue(one: Worth, other: Worth): number {
  const places = Math.max(decimals(one.weight), decimals(other.weight));
  // a / m against b / n is a·n against b·m
  const difference =
    scaled(one.weight, places) * BigInt(other.parts) - scaled(other.weight, places) * BigInt(one.parts);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const decimals = (text: string): number => (text.split('.')[1] ?? '').length;

/** A decimal times a power of ten that leaves it no fraction. */
function scaled(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(places, '0')}` || '0');
}
