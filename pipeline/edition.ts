import { join } from 'node:path';
import { version as engineVersion } from '@duckdb/node-api';
import { attestEdition } from './attest/attest_edition.ts';
import { verifyStaged } from './attest/verify_staged.ts';
import { auditNotes } from './audit/audit_notes.ts';
import { rewardAuditSource } from './audit/reward_audit.ts';
import { compileDesigns } from './config/compile_designs.ts';
import { type EditionConfig, readEditionConfig } from './config/edition_config.ts';
import type { Database } from './dag/database.ts';
import type { NodeResult } from './dag/results.ts';
import { editionRoot } from './digest/table_digest.ts';
import { freeName, prepareExports, publishEdition, sameEdition } from './export/edition_folders.ts';
import { gitRevision } from './export/git_revision.ts';
import { publishedTables } from './export/published_table.ts';
import { stageEdition } from './export/stage_edition.ts';
import { tableDigests } from './export/table_digests.ts';
import { refusal } from './failure.ts';
import { buildTables } from './load/build_tables.ts';
import { inputNotes } from './load/input_notes.ts';
import { firstQuarantined, keepQuarantined } from './load/quarantine.ts';
import { targetFolder } from './load/target_folder.ts';
import type { Log } from './log.ts';
import { openSelfTest, selfTestModels } from './selftest/self_test.ts';
import { selfTestNotes } from './selftest/self_test_notes.ts';
import { openWorkingDatabase } from './working_database.ts';

export type EditionOptions = {
  /** `edition.yml` */
  readonly config: string;
  /** Builds these models only, and publishes nothing. */
  readonly select?: string | undefined;
  readonly threads?: number | undefined;
  readonly log: Log;
};

export type Edition = {
  readonly folder: string;
  readonly root: string;
  readonly attestation: string;
  /** false: an edition with this root was there. */
  readonly isNew: boolean;
};

/**
 * The story on one page: load → check → self-test → audit → measure → hash → export → attest → verify → publish.
 * An edition exists whole or not at all, and is never overwritten.
 *
 * @returns undefined when only some models were selected: then nothing is published
 * @throws Failure 1 when a model fails its tests, or a line is quarantined and `strict` is set
 */
export async function makeEdition(options: EditionOptions): Promise<Edition | undefined> {
  const config = await readEditionConfig(options.config);
  const exports = prepareExports(config.folder);
  const database = await openWorkingDatabase(config, options.threads);
  // self-test: reports of known truth go through the same models, beside the rest; one misjudged publishes nothing
  const selfTest = await openSelfTest({
    minorCost: config.minor_cost,
    atOnce: options.select === undefined,
  });
  try {
    // load, check, measure: each table is a model in sql/, built after what it reads and once its unit tests hold
    // audit: whether the score designs pay for honesty, by the check's own matrix
    const designs = compileDesigns(config.designs, config.minor_cost);
    const audit = rewardAuditSource(designs, config.confidence);
    const known = { sources: [selfTest.source, audit], roots: [selfTestModels], unitTests: true };
    const { worlds, nodes } = await buildTables(config, database, { ...options, ...known });
    if (options.select !== undefined) return undefined;
    for (const note of [
      ...(await inputNotes(database)),
      ...(await selfTestNotes(database)),
      ...(await auditNotes(database)),
    ])
      options.log(note);
    await keepQuarantined(database, targetFolder(config));
    await refuseQuarantined(config, database);
    const attempts = rowsOf(nodes, 'check.attempt_honesty');
    if (attempts === 0)
      throw refusal('no attempt could be judged; see target/quarantine for each line and its reason');

    // hash: what the edition says, whatever the files that hold it
    const tables = publishedTables(nodes);
    const digests = await tableDigests(database, tables);
    const root = editionRoot([...digests].map(([name, { digest }]) => ({ name, digest })));

    // the same root and settings again: the edition is there, a new key may still sign it
    const there = await sameEdition(exports, config, root);
    if (there) return { folder: there, root, attestation: await attestEdition(there, config), isNew: false };

    // export into a staging folder, attest, verify there, then rename
    const name = freeName(exports, config.edition);
    const facts = { config, worlds, nodes, tables, digests, root, attempts, engine: engineVersion() };
    const staging = await stageEdition(database, facts, {
      exports,
      name,
      git: await gitRevision(config.folder),
    });
    const attestation = await attestEdition(staging, config);
    await verifyStaged(staging);
    publishEdition(staging, exports, name);
    return { folder: join(exports, name), root, attestation, isNew: true };
  } finally {
    await selfTest.settled();
    database.close();
  }
}

/** @throws Error when there is no such node: a number that is signed is never made up */
function rowsOf(nodes: readonly NodeResult[], id: string): number {
  const rows = nodes.find(node => node.id === id)?.rows;
  if (rows === null || rows === undefined) throw new Error(`${id}: no such table`);
  return Number(rows);
}

async function refuseQuarantined(config: EditionConfig, database: Database): Promise<void> {
  if (!config.strict) return;
  const first = await firstQuarantined(database);
  if (first) throw refusal(`${first}; correct the line, or set strict: false in ${config.file}`);
}
