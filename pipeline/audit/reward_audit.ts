import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quotedString } from '@duckdb/node-api';
import type { CompiledDesign } from '../config/compile_designs.ts';
import type { Database } from '../dag/database.ts';
import type { Source } from '../dag/model.ts';
import { type AuditFacts, auditDesign } from './audit_design.ts';
import { auditCounts, auditFacts, factTables } from './audit_facts.ts';
import { auditRows } from './audit_rows.ts';
import { decimal } from './rational.ts';

const contract = join(import.meta.dirname, 'reward_audit.yml');
const columns = `
  design varchar, position bigint, property varchar, place bigint, statement varchar, verdict varchar,
  margin varchar, points decimal(24,12), witness varchar, parts_from bigint, parts_to bigint,
  detection_lower decimal(7,6), false_alarms_upper decimal(7,6), infeasible_share decimal(13,12), break_even decimal(24,12)`;

/**
 * The node `audit.reward_audit`: every property of every score design, by the check's own matrix and the tasks that
 * were tried.
 *
 * @param confidence of the bounds of the check's rates, as of every interval of the edition
 */
export function rewardAuditSource(designs: readonly CompiledDesign[], confidence: number): Source {
  return {
    kind: 'source',
    id: 'audit.reward_audit',
    contract: {
      kind: 'contract_file',
      path: contract,
      name: 'pipeline/audit/reward_audit.yml',
      sha256: createHash('sha256').update(readFileSync(contract)).digest('hex'),
    },
    reads: factTables,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([designs, confidence, auditCode()]))
      .digest('hex'),
    async build(database) {
      const facts = auditFacts(await auditCounts(database), confidence);
      await database.run(`create table reward_audit (${columns})`);
      for (const [index, design] of designs.entries()) await insertAudit(database, design, index + 1, facts);
    },
  };
}

async function insertAudit(
  database: Database,
  design: CompiledDesign,
  position: number,
  facts: AuditFacts,
): Promise<void> {
  const audit = auditDesign(design, facts);
  const [detection, alarms] = [facts.bounds.detection, facts.bounds.falseAlarms];
  const ofDesign = [
    Math.min(...audit.sizes),
    Math.max(...audit.sizes),
    decimal(detection, 6),
    decimal(alarms, 6),
    decimal(facts.infeasible, 12),
    audit.breakEven === null ? 'null' : decimal(audit.breakEven, 12),
  ];
  const rows = auditRows(audit).map((row, index) => {
    const witness = row.witness && JSON.stringify(row.witness);
    const texts = [row.statement, row.verdict, row.margin].map(literal);
    const cells = [literal(design.name), position, literal(row.property), index + 1, ...texts];
    return `(${[...cells, row.points ?? 'null', literal(witness), ...ofDesign].join(', ')})`;
  });
  await database.run(`insert into reward_audit values ${rows.join(', ')}`);
}

const literal = (text: string | null) => (text === null ? 'null' : quotedString(text));

/** What the audit is made of: it changes when a verdict could. */
function auditCode(): string[] {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'));
  return files.sort().map(file => readFileSync(join(import.meta.dirname, file), 'utf8'));
}
