import type { AuditFacts, DesignAudit } from './audit_design.ts';
import type { Witness } from './property.ts';
import { decimal, fraction, type Rational } from './rational.ts';

/** A property of a design, as the table `reward_audit` and `candor audit --json` have it. */
export type AuditRow = {
  readonly property: string;
  readonly statement: string;
  readonly verdict: 'proved' | 'refuted';
  /** The smallest, as an exact fraction and as a decimal; null where the property speaks of no outcome. */
  readonly margin: string | null;
  readonly points: string | null;
  readonly witness: Readonly<Record<string, unknown>> | null;
};

const DIGITS = 12;

/** The properties of a design, then the three conditions. */
export function auditRows({ properties, conditions }: DesignAudit): AuditRow[] {
  const { verdict, margin, ...terms } = conditions;
  return [
    ...properties.map(property => ({
      property: property.code,
      statement: property.statement,
      verdict: property.verdict,
      margin: property.margin && fraction(property.margin),
      points: property.margin && decimal(property.margin, DIGITS),
      witness: property.witness && plainWitness(property.witness),
    })),
    {
      property: 'conditions',
      statement: 's·h·(d−f) − j·(V(complete)−V(partial)) is above 0',
      verdict,
      margin: fraction(margin),
      points: decimal(margin, DIGITS),
      witness: {
        s: fraction(terms.scored),
        h: fraction(terms.honesty),
        d: fraction(terms.detection),
        f: fraction(terms.falseAlarms),
        believed: fraction(terms.believed),
      },
    },
  ];
}

/** Everything of a design's audit as plain data, for JSON. */
export function auditJson(audit: DesignAudit, facts: AuditFacts, proved: boolean) {
  return {
    design: audit.design,
    verdict: proved ? 'proved' : 'refuted',
    parts: [Math.min(...audit.sizes), Math.max(...audit.sizes)],
    properties: auditRows(audit),
    break_even: audit.breakEven && decimal(audit.breakEven, DIGITS),
    infeasible_share: decimal(facts.infeasible, DIGITS),
  };
}

function plainWitness({ scores, gateFailed, ...where }: Witness): Record<string, unknown> {
  const exact = Object.entries(scores).map(([name, score]): [string, string] => [name, fraction(score)]);
  return { ...where, gate_failed: gateFailed, scores: Object.fromEntries(exact) };
}

/** A witness in words: where, `2 of 3 covered, best quality`, and what is compared, `honest 0.42, bluff 0.27`. */
export function witnessWords(witness: Witness | null): [where: string, scores: string] {
  if (witness === null) return ['no such outcome', ''];
  const where = [`${witness.covered.length} of ${witness.parts} covered`];
  if (witness.task === 'infeasible') where.unshift('infeasible');
  if (witness.gateFailed) where.push('a task gate failed');
  if (witness.best > 0) where.push('best quality');
  if (witness.added !== undefined) where.push('and one more');
  const scores = Object.entries(witness.scores).map(([name, score]) => `${name} ${short(score)}`);
  return [where.join(', '), scores.join(', ')];
}

/** Six digits: for people; the exact fraction stands in the table. */
export function short(value: Rational): string {
  return decimal(value, 6);
}
