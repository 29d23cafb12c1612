import type { ScoreDesign, ScoreDesigns } from './score_design.ts';

/** A score design as the templates see it: plain data, nothing left to default. Weights are decimals as text. */
export type CompiledDesign = {
  readonly name: string;
  readonly parts: 'each' | 'total' | 'weights';
  /** Of one part (each) or of all (total); null where `weights` has one for each part. */
  readonly partsWeight: string | null;
  readonly weights: readonly string[];
  readonly honestyWeight: string;
  readonly minorCost: string;
  readonly honestyGate: 'inside' | 'outside';
  readonly quality: ScoreDesign['quality'] | null;
  readonly faceValue: NonNullable<ScoreDesign['face_value']>;
  readonly gate: ScoreDesign['gate'];
  readonly escalation: ScoreDesign['escalation'];
};

const noFaceValue = { weight: '0', complete: '0', partial: '0', blocked: '0' };

/**
 * The designs of an edition for the templates, in the order of `edition.yml`.
 *
 * @param minorCost the edition's, for designs without one of their own
 */
export function compileDesigns(designs: ScoreDesigns, minorCost: string): CompiledDesign[] {
  return Object.entries(designs).map(([name, { parts, honesty, quality, face_value, gate, escalation }]) => ({
    name,
    ...compileParts(parts),
    honestyWeight: honesty.weight,
    minorCost: honesty.minor_cost ?? minorCost,
    honestyGate: honesty.gate,
    quality: quality ?? null,
    faceValue: face_value ?? noFaceValue,
    gate,
    escalation,
  }));
}

function compileParts(
  parts: ScoreDesign['parts'],
): Pick<CompiledDesign, 'parts' | 'partsWeight' | 'weights'> {
  if ('each' in parts) return { parts: 'each', partsWeight: parts.each, weights: [] };
  if ('total' in parts) return { parts: 'total', partsWeight: parts.total, weights: [] };
  return { parts: 'weights', partsWeight: null, weights: parts.weights };
}
