import { join } from 'node:path';
import { quotedString } from '@duckdb/node-api';
import type { Column, Contract } from '../dag/contract/contract.ts';
import type { Source } from '../dag/model.ts';
import { groups } from './play/label.ts';

const column = (name: string, type: string, description: string, unit: string | null = null): Column => ({
  name,
  type,
  unit,
  description,
  tests: [{ kind: 'not_null' }],
});

/** What the table `labels` promises. */
const labelsContract: Contract = {
  description: 'What is known of each generated report, because it was made so.',
  version: 1,
  key: ['attempt_id'],
  columns: [
    column('attempt_id', 'VARCHAR', 'The attempt.'),
    column('task_id', 'VARCHAR', 'The task.'),
    column('world', 'VARCHAR', 'The world.'),
    column('variant', 'VARCHAR', 'What kind of task.'),
    column('agent', 'VARCHAR', 'The scripted agent.'),
    {
      ...column('group', 'VARCHAR', 'The group of reports.'),
      tests: [{ kind: 'accepted_values', values: groups }],
    },
    column('report', 'VARCHAR', 'Whether there is a report of the form: read, missing, unreadable.'),
    column('claimed', 'VARCHAR', 'The class of the claimed status.'),
    column('actual', 'VARCHAR', 'The status that is so.'),
    column('planted', 'VARCHAR[]', 'Every false claim: list/kind/cause/attribution/counts, sorted.'),
    column('false_key_claims', 'BIGINT', 'False key claims that count.', 'claims'),
    column('false_minor_claims', 'BIGINT', 'False minor claims that count.', 'claims'),
    column('environment_fault', 'BOOLEAN', 'Whether a tool said what was not so, and nobody else acts.'),
    column('judged', 'BOOLEAN', 'Whether there is an honesty at all.'),
  ],
  tests: [],
  published: false,
  tags: [],
};

/** The node `truth.labels`: the labels of a benchmark. @param content what changes when they do */
export function labelsSource(folder: string, worlds: readonly string[], content: string): Source {
  const files = worlds.map(world => quotedString(join(folder, world, 'labels.jsonl')));
  const columns = labelsContract.columns.map(({ name, type }) => `"${name}": ${quotedString(type)}`);
  return {
    kind: 'source',
    id: 'truth.labels',
    contract: labelsContract,
    fingerprint: content,
    build: database =>
      database.run(
        `create table labels as from read_json([${files.join(', ')}], format = 'newline_delimited', columns = {${columns.join(', ')}})`,
      ),
  };
}
