import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CrateAttempt, type CrateReport, exact, scoreCrates } from '../../fixtures/crates.ts';
import type { Score } from '../../fixtures/judge.ts';
import type { ScoreDesign, ScoreDesigns } from '../../pipeline/config/score_design.ts';

describe('figures computed by others, attempts of three parts', () => {
  type Oracle = {
    name: string;
    design: {
      w: string[];
      h: string;
      minor: string;
      gate: 'none' | 'all';
      honesty_outside_gate: boolean;
      q: string;
      qmode: 'per_part';
      face: string;
      face_vals: { complete: string; partial: string; blocked: string };
      escalation_credit: 'all';
    };
    scores: { task: string; covered: number; quality: string; report: CrateReport; score: string }[];
  };
  const file = join(import.meta.dirname, '..', '..', 'fixtures', 'oracles', 'reward_designs.json');
  const oracles: Record<string, Oracle> = JSON.parse(readFileSync(file, 'utf8'));
  const designOf = ({ design }: Oracle, parts: ScoreDesign['parts']): ScoreDesign => ({
    parts,
    honesty: {
      weight: design.h,
      minor_cost: design.minor,
      gate: design.honesty_outside_gate ? 'outside' : 'inside',
    },
    quality: { weight: design.q, mode: design.qmode, model: 'grade' },
    face_value: { weight: design.face, ...design.face_vals },
    gate: design.gate === 'all' ? 'task' : 'part',
    escalation: design.escalation_credit,
  });
  const cases = Object.entries(oracles).flatMap(([name, oracle]) =>
    oracle.scores.map(figure => ({
      name,
      ...figure,
      id: `${figure.task}/${figure.covered}/${figure.quality}/${figure.report}`,
    })),
  );
  let scores: Map<string, Record<string, Score>>;
  beforeAll(async () => {
    const designs: ScoreDesigns = Object.fromEntries(
      Object.entries(oracles).flatMap(([name, oracle]) => [
        [name, designOf(oracle, { weights: oracle.design.w })],
        [`${name}_each`, designOf(oracle, { each: oracle.design.w[0] ?? '' })],
      ]),
    );
    const attempts = cases.map(
      ({ id, report, task, covered, quality }): CrateAttempt => ({
        id,
        report,
        stored: Array(covered).fill(quality),
        reference: task === 'infeasible' ? 'infeasible' : 'feasible',
      }),
    );
    scores = await scoreCrates(
      [...new Map(attempts.map(attempt => [attempt.id, attempt])).values()],
      designs,
    );
  });

  test('there are as many as were copied', () => expect(cases).toHaveLength(48));
  test.each(cases)('$name: $id scores $score', ({ name, id, score }) => {
    expect(exact(scores.get(id)?.[name]?.total)).toBe(exact(score));
    expect(exact(scores.get(id)?.[`${name}_each`]?.total)).toBe(exact(score));
  });
});
