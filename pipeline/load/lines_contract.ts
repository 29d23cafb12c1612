import type { Contract } from '../dag/contract/contract.ts';

const column = (
  name: string,
  type: string,
  description: string,
  unit: string | null = null,
  nullable = false,
) => ({
  name,
  type,
  unit,
  description,
  tests: nullable ? [] : [{ kind: 'not_null' as const }],
});

/** What the table `lines` promises. */
export const linesContract: Contract = {
  description: 'Every line of every source file that is not blank, as it stands there.',
  version: 1,
  key: ['file_number', 'line'],
  columns: [
    column('source', 'BIGINT', 'Place of the source in the configuration.', 'place from 1'),
    column('world', 'VARCHAR', 'The world of the source.'),
    {
      ...column('kind', 'VARCHAR', 'What the file holds.'),
      tests: [{ kind: 'accepted_values', values: ['task', 'attempt'] }],
    },
    column('file', 'VARCHAR', 'The file, relative to the folder of the configuration.'),
    column('file_number', 'BIGINT', 'Place of the file among all that are read.', 'place from 1'),
    column('line', 'BIGINT', 'Line of the file; blank ones count.', 'place from 1'),
    column('text', 'VARCHAR', 'The line without its end; null where it is no text.', null, true),
    {
      ...column('fault', 'VARCHAR', 'Why the line cannot be taken as it is; null where it can.', null, true),
      tests: [{ kind: 'accepted_values', values: ['invalid_utf8', 'too_long', 'bom', 'unreadable'] }],
    },
  ],
  tests: [{ name: 'text or fault', expression: 'text is not null or fault is not null' }],
  published: false,
  tags: [],
};
