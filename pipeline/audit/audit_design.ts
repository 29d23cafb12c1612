import type { CompiledDesign } from '../config/compile_designs.ts';
import { breakEven } from './break_even.ts';
import { exactDesign, taskSizes } from './exact_design.ts';
import { extremes, type Grid } from './outcome.ts';
import { properties } from './properties.ts';
import type { Audited, Margin, Property, Witness } from './property.ts';
import { compare, greatest, type Rational, zero } from './rational.ts';
import type { CheckRates } from './score_outcome.ts';
import { type ThreeConditions, threeConditions } from './three_conditions.ts';

/** What a design is audited against. */
export type AuditFacts = {
  /** The check's rates as they were found: by them the properties are proved. */
  readonly check: CheckRates;
  /** The same, as bad as they may be: by them the three conditions hold. */
  readonly bounds: Pick<CheckRates, 'detection' | 'falseAlarms'>;
  /** How many parts a task has at most. */
  readonly parts: number;
  /** Whether tasks have gates that fail them as a whole. */
  readonly taskGates: boolean;
  /** The share of infeasible tasks. */
  readonly infeasible: Rational;
};

/** `margin` and `witness` are null where a property speaks of no outcome at all: it is then proved. */
export type AuditedProperty = {
  readonly code: string;
  readonly statement: string;
  readonly verdict: 'proved' | 'refuted';
  readonly margin: Rational | null;
  readonly witness: Witness | null;
};

export type DesignAudit = {
  readonly design: string;
  /** The numbers of parts for which it was audited. */
  readonly sizes: readonly number[];
  readonly properties: readonly AuditedProperty[];
  readonly conditions: ThreeConditions & { readonly verdict: AuditedProperty['verdict'] };
  /** The highest of all numbers of parts. */
  readonly breakEven: Rational | null;
};

/**
 * Proves or refutes each property of a score design, in exact fractions, over every outcome: covered parts at the
 * corners of quality, of solvable and infeasible tasks of each size, with every kind of report.
 *
 * @param grid the outcomes to look at; those at which a margin can be smallest
 */
export function auditDesign(design: CompiledDesign, facts: AuditFacts, grid: Grid = extremes): DesignAudit {
  const sizes = taskSizes(design, facts.parts);
  const designs = sizes.map(parts => exactDesign(design, parts));
  const audited: Audited = { designs, check: facts.check, grid, taskGates: facts.taskGates };
  const conditions = threeConditions(audited, facts.bounds);
  return {
    design: design.name,
    sizes,
    properties: properties.map(property => auditProperty(property, audited)),
    conditions: { ...conditions, verdict: compare(conditions.margin, zero) > 0 ? 'proved' : 'refuted' },
    breakEven: designs
      .map(sized => breakEven(sized, facts.check, facts.infeasible))
      .reduce((high, at) => (high && at ? greatest(high, at) : (high ?? at)), null),
  };
}

function auditProperty(property: Property, audited: Audited): AuditedProperty {
  let smallest: Margin | undefined;
  for (const margin of property.margins(audited)) {
    if (!smallest || compare(margin.margin, smallest.margin) < 0) smallest = margin;
  }
  const { code, statement, tieProves } = property;
  const margin = smallest?.margin ?? null;
  const holds = margin === null || compare(margin, zero) > (tieProves ? -1 : 0);
  return {
    code,
    statement,
    verdict: holds ? 'proved' : 'refuted',
    margin,
    witness: smallest?.witness ?? null,
  };
}

/** Whether every property is proved, and the three conditions hold. */
export function isProved({ properties: audited, conditions }: DesignAudit): boolean {
  return [...audited, conditions].every(({ verdict }) => verdict === 'proved');
}
