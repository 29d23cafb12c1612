import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompiledDesign } from '../config/compile_designs.ts';
import { type AuditFacts, auditDesign } from './audit_design.ts';
import { exactDesign } from './exact_design.ts';
import { corners, extremes, type Grid } from './outcome.ts';
import { fraction, parseRational } from './rational.ts';

/** Every set of parts, with every number of them at the best quality. */
const everything: Grid = {
  coverings: ({ weights }) =>
    Array.from({ length: 2 ** weights.length }, (_, bits) =>
      [...weights.keys()].filter(index => (bits >> index) & 1),
    ),
  corners: (design, covered) =>
    design.qualityMode === 'free' ? corners(design, covered) : [...covered.keys(), covered.length],
};

const share = fc.integer({ min: 0, max: 20 }).map(twentieths => (twentieths / 20).toFixed(2));
const parts: fc.Arbitrary<Pick<CompiledDesign, 'parts' | 'partsWeight' | 'weights'>> = fc.oneof(
  share.map(weight => ({ parts: 'each' as const, partsWeight: weight, weights: [] })),
  share.map(weight => ({ parts: 'total' as const, partsWeight: weight, weights: [] })),
  fc
    .array(share, { minLength: 1, maxLength: 5 })
    .map(weights => ({ parts: 'weights' as const, partsWeight: null, weights })),
);
const quality = fc.record({
  weight: share,
  mode: fc.constantFrom('per_part' as const, 'averaged' as const, 'free' as const),
  model: fc.constant('grade'),
});
const design: fc.Arbitrary<CompiledDesign> = fc
  .record({
    name: fc.constant('drawn'),
    honestyWeight: share,
    minorCost: share,
    honestyGate: fc.constantFrom('inside' as const, 'outside' as const),
    quality: fc.option(quality),
    faceValue: fc.record({ weight: share, complete: share, partial: share, blocked: share }),
    gate: fc.constantFrom('task' as const, 'part' as const, 'none' as const),
    escalation: fc.constantFrom('all' as const, 'coverage' as const, 'none' as const),
  })
  .chain(rest => parts.map(weighed => ({ ...rest, ...weighed })));
const facts: fc.Arbitrary<AuditFacts> = fc
  .record({ detection: share, falseAlarms: share, checksBlocked: fc.boolean(), taskGates: fc.boolean() })
  .map(({ detection, falseAlarms, checksBlocked, taskGates }) => {
    const check = {
      detection: parseRational(detection),
      falseAlarms: parseRational(falseAlarms),
      checksBlocked,
    };
    return { check, bounds: check, parts: 5, taskGates, infeasible: parseRational('0.2') };
  });

test('a margin is nowhere smaller than at the extremes', () => {
  const margins = (drawn: CompiledDesign, known: AuditFacts, grid: Grid) =>
    auditDesign(drawn, known, grid).properties.map(({ code, verdict, margin }) => [
      code,
      verdict,
      margin && fraction(margin),
    ]);
  fc.assert(
    fc.property(design, facts, (drawn, known) => {
      expect(margins(drawn, known, extremes)).toEqual(margins(drawn, known, everything));
    }),
    { numRuns: 60, seed: 20261201, endOnFailure: true },
  );
});

test('the extremes: none, one, all but one and all, the cheapest and the dearest', () => {
  const weighed = (weights: string[]) =>
    extremes.coverings(
      exactDesign(
        {
          name: 'weighed',
          parts: 'weights',
          partsWeight: null,
          weights,
          honestyWeight: '0',
          minorCost: '0',
          honestyGate: 'inside',
          quality: null,
          faceValue: { weight: '0', complete: '0', partial: '0', blocked: '0' },
          gate: 'part',
          escalation: 'none',
        },
        weights.length,
      ),
    );
  expect(weighed(['0.3', '0.1', '0.2'])).toEqual([[], [1], [0], [1, 2], [0, 2], [0, 1, 2]]);
  expect(weighed(['0.3'])).toEqual([[], [0]]);
});
