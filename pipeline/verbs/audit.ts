import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { auditDesign, isProved } from '../audit/audit_design.ts';
import { type AuditCounts, assumedFacts, auditCounts, auditFacts, factTables } from '../audit/audit_facts.ts';
import { auditJson } from '../audit/audit_rows.ts';
import { auditText, ratesText } from '../audit/audit_text.ts';
import { type CompiledDesign, compileDesigns } from '../config/compile_designs.ts';
import { type EditionConfig, readEditionConfig } from '../config/edition_config.ts';
import { didYouMean } from '../config/nearest.ts';
import { openDatabase } from '../dag/database.ts';
import { misuse } from '../failure.ts';
import type { Values } from './values.ts';

/**
 * `candor audit [DESIGN]`: whether the score designs of the configuration pay for honesty, by the check and the tasks
 * of the newest edition beside it; where these are from on stderr. 1 when a property is refuted.
 */
export async function audit(operands: readonly string[], values: Values): Promise<number> {
  const config = await readEditionConfig(String(values.config ?? 'edition.yml'));
  const designs = chosen(config, operands);
  const edition = join(config.folder, 'exports', 'latest');
  const counts = await countsOf(edition);
  const facts = counts ? auditFacts(counts, config.confidence) : assumedFacts;
  const audits = designs.map(design => auditDesign(design, facts));
  if (values.json) {
    const check = counts ?? 'assumed to be right';
    const told = audits.map(design => auditJson(design, facts, isProved(design)));
    process.stdout.write(`${JSON.stringify({ check, designs: told })}\n`);
  } else {
    process.stdout.write(audits.map(design => `${auditText(design, facts)}\n`).join('\n'));
    process.stderr.write(`candor: ${ratesText(counts, relative(process.cwd(), edition))}\n`);
  }
  return audits.every(isProved) ? 0 : 1;
}

function chosen(config: EditionConfig, names: readonly string[]): CompiledDesign[] {
  const designs = compileDesigns(config.designs, config.minor_cost);
  const known = designs.map(({ name }) => name);
  if (known.length === 0)
    throw misuse(`candor audit: ${config.file} has no designs; write one under designs`);
  const [name, ...more] = names;
  if (more.length > 0) throw misuse('candor audit: name one design, or none for all');
  if (name === undefined) return designs;
  if (!known.includes(name)) {
    throw misuse(`candor audit ${name}: no such design in ${config.file}${didYouMean(name, known)}`);
  }
  return designs.filter(design => design.name === name);
}

/** Null where there is no edition, or one without the tables. */
async function countsOf(edition: string): Promise<AuditCounts | null> {
  const path = join(edition, 'edition.duckdb');
  if (!existsSync(path)) return null;
  const database = await openDatabase(path, { readOnly: true });
  try {
    const names = factTables.map(name => `'${name}'`).join(', ');
    const tables = await database.rows(`select 1 from duckdb_tables() where table_name in (${names})`);
    return tables.length === factTables.length ? await auditCounts(database) : null;
  } finally {
    database.close();
  }
}
