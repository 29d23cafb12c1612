import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CompiledDesign } from '../config/compile_designs.ts';
import { type AuditFacts, auditDesign, type DesignAudit } from './audit_design.ts';
import { breakEven } from './break_even.ts';
import { exactDesign } from './exact_design.ts';
import { decimal, divide, fraction, least, one, parseRational, subtract } from './rational.ts';
import { conditionsMargin } from './three_conditions.ts';

type Oracle = {
  design: {
    name: string;
    w: string[];
    h: string;
    minor: string;
    gate: 'none' | 'all';
    honesty_outside_gate: boolean;
    q: string;
    qmode: 'per_part';
    face: string;
    face_vals: { complete: string; partial: string; blocked: string };
    d: string;
    f: string;
    blocked_checked: boolean;
    escalation_credit: 'all';
  };
  result: Record<string, { verdict: string; margin: string; witness: Record<string, unknown> }> & {
    derived: {
      honest_margin_closed_form: number;
      min_part_minus_honesty: number;
      saturation_minor: number | null;
      breakeven_success_prob_pi02: number;
    };
  };
};

const file = join(import.meta.dirname, '..', '..', 'fixtures', 'oracles', 'reward_audit_vectors.json');
const oracles: Record<string, Oracle> = JSON.parse(readFileSync(file, 'utf8'));

const compiled = ({ design }: Oracle): CompiledDesign => ({
  name: design.name,
  parts: 'weights',
  partsWeight: null,
  weights: design.w,
  honestyWeight: design.h,
  minorCost: design.minor,
  honestyGate: design.honesty_outside_gate ? 'outside' : 'inside',
  quality: { weight: design.q, mode: design.qmode, model: 'grade' },
  faceValue: { weight: design.face, ...design.face_vals },
  gate: design.gate === 'all' ? 'task' : 'part',
  escalation: design.escalation_credit,
});

function facts({ design }: Oracle): AuditFacts {
  const check = {
    detection: parseRational(design.d),
    falseAlarms: parseRational(design.f),
    checksBlocked: design.blocked_checked,
  };
  return { check, bounds: check, parts: 3, taskGates: false, infeasible: parseRational('0.2') };
}

/** The numbers that the oracle's witness of a property has, and what ours has in their place. */
function witness(audit: DesignAudit, code: string): Record<string, unknown> {
  const found = audit.properties.find(property => property.code === code)?.witness;
  if (!found) throw new Error(`${code}: no witness`);
  const scores = Object.fromEntries(
    Object.entries(found.scores).map(([name, score]) => [name, Number(decimal(score, 12))]),
  );
  return { covered: found.covered.map(place => place - 1), report: found.report, ...scores };
}

describe.each(Object.entries(oracles))('worked design %s', (_name, oracle) => {
  const audit = auditDesign(compiled(oracle), facts(oracle));
  const { derived, ...results } = oracle.result;

  test.each(Object.entries(results))('%s: verdict and margin', (name, { verdict, margin }) => {
    const ours = audit.properties.find(({ code }) => code === name.split(' ')[0]);
    expect([ours?.verdict, ours?.margin && fraction(ours.margin)]).toEqual([verdict, margin]);
  });

  test('R46 to R49 the closed form, for outcomes in which honesty is scored', () => {
    const margin = conditionsMargin(one, exactDesign(compiled(oracle), 3), facts(oracle).bounds);
    expect(Number(decimal(margin, 12))).toBe(derived.honest_margin_closed_form);
  });

  test('what else follows: the least part beside honesty, where minor costs saturate, break-even', () => {
    const design = exactDesign(compiled(oracle), 3);
    const number = (text: string) => Number(text);
    expect(number(decimal(subtract(design.weights.reduce(least), design.honesty), 12))).toBe(
      derived.min_part_minus_honesty,
    );
    const saturation =
      oracle.design.minor === '0' ? null : number(decimal(divide(one, design.minorCost), 12));
    expect(saturation).toBe(derived.saturation_minor);
    expect(audit.breakEven).toEqual(breakEven(design, facts(oracle).check, parseRational('0.2')));
    expect(audit.breakEven && number(decimal(audit.breakEven, 17))).toBeCloseTo(
      derived.breakeven_success_prob_pi02,
      15,
    );
  });

  test('P1 and P3: the first outcome and report at which it is smallest, and what is scored there', () => {
    const [p1, p3] = [
      oracle.result['P1 honest beats every false report on the same outcome'],
      oracle.result['P3 work with the worst report beats doing nothing honestly'],
    ];
    const report = String(p1?.witness.report);
    expect(witness(audit, 'P1')).toEqual({
      covered: p1?.witness.covered,
      report,
      honest: Number(p1?.witness.honest),
      [report]: Number(p1?.witness.other),
    });
    const { report: worst, covered, score, idle } = p3?.witness ?? {};
    expect(witness(audit, 'P3')).toEqual({ covered, report: worst, [String(worst)]: score, idle });
  });

  test('P5, P8, P9 and P10: what is scored at the witness', () => {
    const find = (code: string) =>
      Object.entries(results).find(([name]) => name.startsWith(`${code} `))?.[1].witness;
    expect(witness(audit, 'P5')).toMatchObject({
      honest: find('P5')?.honest,
      false_blocked: find('P5')?.blocked,
    });
    expect(witness(audit, 'P8').idle).toBe(find('P8')?.idle);
    expect(witness(audit, 'P9')).toMatchObject({ best: find('P9')?.top });
    expect(witness(audit, 'P10')).toMatchObject({
      blocked: find('P10')?.blocked,
      under_escalate: find('P10')?.partial,
    });
  });
});

test('there are as many worked designs as were copied', () => expect(Object.keys(oracles)).toHaveLength(8));
