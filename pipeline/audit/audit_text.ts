import { textTable } from '../dag/text_table.ts';
import { type AuditFacts, type DesignAudit, isProved } from './audit_design.ts';
import type { AuditCounts } from './audit_facts.ts';
import { short, witnessWords } from './audit_rows.ts';
import { compare, fraction, zero } from './rational.ts';

/** The audit of a design for people, without a line end: what it is, a table of its properties, what follows. */
export function auditText(audit: DesignAudit, facts: AuditFacts): string {
  const [least, most] = [Math.min(...audit.sizes), Math.max(...audit.sizes)];
  const tasks = least === most ? `${most} ${most === 1 ? 'part' : 'parts'}` : `${least} to ${most} parts`;
  const refuted = audit.properties.filter(({ verdict }) => verdict === 'refuted').length;
  const rows = audit.properties.map(({ code, statement, verdict, margin, witness }) => [
    code,
    statement,
    verdict,
    margin === null ? '' : fraction(margin),
    ...witnessWords(witness),
  ]);
  return [
    `${audit.design}: ${isProved(audit) ? 'proved' : 'refuted'} (${refuted} of ${audit.properties.length} properties refuted), for tasks of ${tasks}`,
    textTable(['', 'property', 'verdict', 'margin', 'smallest where', 'scores'], rows),
    conditionsText(audit),
    breakEvenText(audit, facts),
  ].join('\n');
}

function conditionsText({ conditions }: DesignAudit): string {
  const { scored, honesty, detection, falseAlarms, believed, margin, verdict } = conditions;
  const values = `${short(scored)} · ${short(honesty)} · (${short(detection)} − ${short(falseAlarms)}) − ${short(believed)}`;
  return `the three conditions: s·h·(d−f) − j·(V(complete)−V(partial)) = ${values} = ${short(margin)}: ${verdict}`;
}

function breakEvenText({ breakEven }: DesignAudit, { infeasible }: AuditFacts): string {
  const share = `with ${short(infeasible)} of the tasks infeasible`;
  if (breakEven === null)
    return `always escalating: no break-even, for nothing is gained by solving a task (${share})`;
  if (compare(breakEven, zero) <= 0) return `always escalating never pays, ${share}`;
  return `always escalating pays below a success probability of ${short(breakEven)}, ${share}`;
}

/** Where the check's rates are from, in one line. */
export function ratesText(counts: AuditCounts | null, edition: string): string {
  if (counts === null) {
    return `no check_confusion in ${edition}: the check is taken to be right (d = 1, f = 0), tasks to have up to 3 parts and no gates of the whole task, 0.2 of them to be infeasible; make edition first`;
  }
  const { detected, falseReports, alarms, otherReports } = counts;
  return `the check by ${edition}: ${detected} of ${falseReports} false reports found, ${alarms} of ${otherReports} others taken for false; d and f of the three conditions are their bounds`;
}
