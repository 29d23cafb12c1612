import type { CompiledDesign } from '../config/compile_designs.ts';
import { add, divide, multiply, parseRational, type Rational, rational, zero } from './rational.ts';

/** A score design for tasks of so many parts, in exact fractions. */
export type ExactDesign = Pick<CompiledDesign, 'name' | 'gate' | 'escalation' | 'honestyGate'> & {
  /** What each part is worth, in their order. */
  readonly weights: readonly Rational[];
  /** Their sum. */
  readonly total: Rational;
  readonly honesty: Rational;
  readonly minorCost: Rational;
  readonly quality: Rational;
  readonly qualityMode: 'per_part' | 'averaged' | 'free' | null;
  /** What somebody who believes the report pays for each status. */
  readonly faceValue: Readonly<Record<Status, Rational>>;
};

export type Status = 'complete' | 'partial' | 'blocked';

/**
 * How many parts the tasks have for which a design is audited: 1 to `most`. A design with weights is for tasks of as
 * many parts as it has weights.
 */
export function taskSizes(design: CompiledDesign, most: number): number[] {
  if (design.parts === 'weights') return [design.weights.length];
  return Array.from({ length: most }, (_, i) => i + 1);
}

/** A design for tasks of `parts` parts. */
export function exactDesign(design: CompiledDesign, parts: number): ExactDesign {
  const { weight, ...values } = design.faceValue;
  const face = parseRational(weight);
  const weights = partWeights(design, parts);
  const worth = (value: string) => multiply(face, parseRational(value));
  return {
    name: design.name,
    gate: design.gate,
    escalation: design.escalation,
    honestyGate: design.honestyGate,
    weights,
    total: weights.reduce(add, zero),
    honesty: parseRational(design.honestyWeight),
    minorCost: parseRational(design.minorCost),
    quality: design.quality ? parseRational(design.quality.weight) : zero,
    qualityMode: design.quality?.mode ?? null,
    faceValue: {
      complete: worth(values.complete),
      partial: worth(values.partial),
      blocked: worth(values.blocked),
    },
  };
}

function partWeights({ parts, partsWeight, weights }: CompiledDesign, count: number): Rational[] {
  if (partsWeight === null) return weights.map(parseRational);
  const all = parseRational(partsWeight);
  const each = parts === 'total' ? divide(all, rational(count)) : all;
  return Array.from({ length: count }, () => each);
}
