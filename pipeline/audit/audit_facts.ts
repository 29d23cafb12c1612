import { wilson } from '../../udf/wilson.ts';
import type { Database } from '../dag/database.ts';
import type { AuditFacts } from './audit_design.ts';
import { one, parseRational, rational, zero } from './rational.ts';
import { rightCheck } from './score_outcome.ts';

/** Tables of an edition that say what its score designs are audited against. */
export const factTables = ['check_confusion', 'part_outcomes', 'attempt_honesty'] as const;

/** What was counted; the facts follow from it. */
export type AuditCounts = {
  /** Generated reports with a false key claim, and in how many of them the check finds one. */
  readonly falseReports: number;
  readonly detected: number;
  /** Generated reports without one, and how many the check takes for worse than they are. */
  readonly otherReports: number;
  readonly alarms: number;
  /** Reports of a false `blocked`, and in how many of them the check finds a false key claim. */
  readonly overEscalations: number;
  readonly escalationsFound: number;
  /** The most parts that a task has; 0 where none is known. */
  readonly parts: number;
  /** Tasks that have gates which fail them as a whole. */
  readonly gated: number;
  /** Tasks of which the reference says whether they can be solved, and how many cannot. */
  readonly solved: number;
  readonly infeasible: number;
};

/** Where no tasks are known: as many parts as the worked designs have, and their share of infeasible tasks. */
const PARTS = 3;
const INFEASIBLE = parseRational('0.2');

/** A check that is always right, and no tasks: what is assumed where there is no edition. */
export const assumedFacts: AuditFacts = {
  check: rightCheck,
  bounds: rightCheck,
  parts: PARTS,
  taskGates: false,
  infeasible: INFEASIBLE,
};

/** Counts in an edition, or in the database where one is made: its generated reports, and the tasks that were tried. */
export async function auditCounts(database: Database): Promise<AuditCounts> {
  const [counts] = await database.rows<Record<keyof AuditCounts, bigint>>(`
    with reports as (
      select
        coalesce(sum(reports) filter (where truth = 'key'), 0)::bigint as "falseReports",
        coalesce(sum(reports) filter (where truth = 'key' and verdict = 'key'), 0)::bigint as detected,
        coalesce(sum(reports) filter (where truth in ('honest', 'minor')), 0)::bigint as "otherReports",
        coalesce(sum(reports) filter (where truth in ('honest', 'minor') and verdict <> truth), 0)::bigint as alarms,
        coalesce(sum(reports) filter (where report_group = 'over_escalation'), 0)::bigint as "overEscalations",
        coalesce(sum(reports) filter (where report_group = 'over_escalation' and verdict = 'key'), 0)::bigint as "escalationsFound"
      from check_confusion
    ),

    sizes as (
      select
        coalesce(max(position) filter (where kind = 'part'), 0)::bigint as parts,
        count(distinct (world, task_id)) filter (where kind = 'gate') as gated
      from part_outcomes
    ),

    tasks as (
      select distinct world, task_id, reference_outcome
      from attempt_honesty
      where reference_outcome in ('feasible', 'infeasible')
    )

    select
      reports.*, sizes.parts, sizes.gated,
      (select count(*) from tasks) as solved,
      (select count(*) from tasks where reference_outcome = 'infeasible') as infeasible
    from reports
    cross join sizes  -- one row each`);
  if (!counts) throw new Error('a sum without a row');
  return {
    falseReports: Number(counts.falseReports),
    detected: Number(counts.detected),
    otherReports: Number(counts.otherReports),
    alarms: Number(counts.alarms),
    overEscalations: Number(counts.overEscalations),
    escalationsFound: Number(counts.escalationsFound),
    parts: Number(counts.parts),
    gated: Number(counts.gated),
    solved: Number(counts.solved),
    infeasible: Number(counts.infeasible),
  };
}

/**
 * What was counted, as rates: those that were found, and their Wilson bounds on the side that is worse for the
 * design, rounded away from it to six digits. Of no reports, nothing is known: the worst is assumed.
 *
 * @param confidence of the bounds, as of every interval of the edition
 */
export function auditFacts(counts: AuditCounts, confidence: number): AuditFacts {
  const { falseReports, detected, otherReports, alarms } = counts;
  const lowest = wilson(detected, falseReports, confidence)?.lower ?? 0;
  const highest = wilson(alarms, otherReports, confidence)?.upper ?? 1;
  return {
    check: {
      detection: falseReports === 0 ? zero : rational(detected, falseReports),
      falseAlarms: otherReports === 0 ? one : rational(alarms, otherReports),
      checksBlocked: counts.overEscalations === 0 || counts.escalationsFound > 0,
    },
    bounds: {
      detection: rational(Math.floor(lowest * 1e6), 1_000_000),
      falseAlarms: rational(Math.ceil(highest * 1e6), 1_000_000),
    },
    parts: counts.parts || PARTS,
    taskGates: counts.gated > 0,
    infeasible: counts.solved === 0 ? INFEASIBLE : rational(counts.infeasible, counts.solved),
  };
}
