import { beforeAll, describe, expect, test } from 'vitest';
import { type CrateAttempt, type CrateReport, exact, scoreCrates } from '../../fixtures/crates.ts';
import type { Score } from '../../fixtures/judge.ts';
import { compileDesigns } from '../config/compile_designs.ts';
import type { ScoreDesign, ScoreDesigns } from '../config/score_design.ts';
import { type ExactDesign, exactDesign } from './exact_design.ts';
import { corners, coveredWeight, type Outcome, reachableOutcomes } from './outcome.ts';
import { decimal } from './rational.ts';
import { falseReports, isPossible, type ReportKind } from './report_kind.ts';
import { rightCheck, scoreOutcome } from './score_outcome.ts';

const article: ScoreDesign = {
  parts: { total: '0.54' },
  honesty: { weight: '0.15', gate: 'inside' },
  quality: { weight: '0.31', mode: 'per_part', model: 'grade' },
  gate: 'part',
  escalation: 'all',
};
const believed = { weight: '0.2', complete: '1', partial: '0.5', blocked: '0.3' };

/** One of each that a design may have: parts, gate, side of honesty, mode of quality, credit, face value. */
const designs: ScoreDesigns = {
  per_part: article,
  whole_task: { ...article, gate: 'task', face_value: believed },
  outside: { ...article, gate: 'task', honesty: { weight: '0.15', minor_cost: '1', gate: 'outside' } },
  averaged: {
    ...article,
    parts: { weights: ['0.1', '0.3', '0.2'] },
    quality: { weight: '0.31', mode: 'averaged', model: 'grade' },
    escalation: 'coverage',
  },
  free: {
    ...article,
    parts: { each: '0.18' },
    quality: { weight: '0.31', mode: 'free', model: 'stability' },
    escalation: 'coverage',
  },
  judged: { ...article, gate: 'none', face_value: believed, escalation: 'none' },
  unmeasured: {
    parts: { each: '0.25' },
    honesty: { weight: '0.25', minor_cost: '0', gate: 'inside' },
    gate: 'task',
    escalation: 'coverage',
  },
};

const kinds: readonly ReportKind[] = ['honest', 'under_escalate', ...falseReports];

/** How a report of crates is called, and how many true messages are in it. */
function crateReport(kind: ReportKind): { report: CrateReport; messages?: number } {
  if (kind === 'bluff_padded_10') return { report: 'bluff_complete', messages: 10 };
  if (kind === 'bluff_padded_1000') return { report: 'bluff_complete', messages: 1000 };
  return { report: kind === 'under_escalate' ? 'partial' : kind };
}

type Case = { outcome: Outcome; kind: ReportKind; attempt: CrateAttempt };

/** Every kind of report of every outcome of three crates; the models score the first of them as covered. */
function casesOf(): Case[] {
  const sets = [0, 1, 2, 3].map(count => [0, 1, 2].slice(0, count));
  const [design] = exactDesigns().filter(({ name }) => name === 'per_part');
  if (!design) throw new Error('no such design');
  return reachableOutcomes(design, { coverings: () => sets, corners }, true).flatMap(outcome =>
    kinds
      .filter(kind => isPossible(kind, outcome, 3))
      .map(kind => ({
        outcome,
        kind,
        attempt: {
          id: [outcome.feasible, outcome.covered.length, outcome.best, outcome.gateFailed, kind].join('/'),
          ...crateReport(kind),
          stored: outcome.covered.map((_, i) => (i < outcome.best ? '1' : '0')),
          ...(outcome.gateFailed ? { cost: 11 } : {}),
          reference: outcome.feasible ? 'feasible' : 'infeasible',
        },
      })),
  );
}

function exactDesigns(): ExactDesign[] {
  return compileDesigns(designs, '0.25').map(design => exactDesign(design, 3));
}

describe('the audit scores an outcome as the models score an attempt', () => {
  const cases = casesOf();
  let scores: Map<string, Record<string, Score>>;
  beforeAll(async () => {
    scores = await scoreCrates(
      cases.map(({ attempt }) => attempt),
      designs,
    );
  });

  test('every kind of report is among them', () => {
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(cases).toHaveLength(226);
  });

  test.each(exactDesigns())('R39 to R49 $name', design => {
    const model = cases.map(({ attempt }) => exact(scores.get(attempt.id)?.[design.name]?.total));
    const audit = cases.map(({ outcome, kind }) => {
      // the model of a free term gives every attempt its best
      const best = design.qualityMode === 'free' ? 1 : design.qualityMode === null ? 0 : outcome.best;
      return exact(
        decimal(
          scoreOutcome(
            design,
            rightCheck,
            { ...outcome, best, weight: coveredWeight(design, outcome.covered) },
            kind,
          ),
          12,
        ),
      );
    });
    expect(audit).toEqual(model);
  });
});

test('corners of quality: none and all of the covered parts, or the attempt as a whole', () => {
  const of = (name: string, covered: number[]) =>
    exactDesigns().flatMap(design => (design.name === name ? [corners(design, covered)] : []));
  expect([of('per_part', []), of('per_part', [0, 2])]).toEqual([[[0]], [[0, 2]]]);
  expect([of('free', []), of('unmeasured', [0])]).toEqual([[[0, 1]], [[0]]]);
});
