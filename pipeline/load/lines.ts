import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { quotedIdentifier, quotedString } from '@duckdb/node-api';
import type { Database } from '../dag/database.ts';
import type { Source } from '../dag/model.ts';
import { misuse } from '../failure.ts';
import { hashInputs, type InputFile, type SourceFiles } from './input_files.ts';
import { delimiter, inspectText } from './inspect_text.ts';
import { linesContract } from './lines_contract.ts';

/** The node `load.lines` and the files it reads. */
export type LinesSource = Source & { readonly inputs: readonly InputFile[] };

/** Longer lines are quarantined. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Grows when the lines of the same files would come out otherwise. */
const READER = 2;

/** White space of JSON: what a line without anything else holds. */
const BLANK = "E' \\t\\r'";

/**
 * The node `load.lines`: every line of every file that is not blank, as it stands there. Plain, `.gz` and `.zst`.
 * Lines end with LF or CRLF. What cannot be text (`fault`) is kept as a row without text.
 *
 * @param folder the one to which the files are relative
 * @throws Failure 2 for a file that is not there; when built, for one that is empty or damaged
 */
export async function linesSource(sources: readonly SourceFiles[], folder: string): Promise<LinesSource> {
  const inputs = await hashInputs(sources, folder);
  return {
    kind: 'source',
    id: 'load.lines',
    contract: linesContract,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([READER, inputs]))
      .digest('hex'),
    inputs,
    async build(database) {
      await database.run(createTable);
      for (const input of inputs) await readFile(database, input, folder);
    },
  };
}

const createTable = `create table lines (
  ${linesContract.columns.map(column => `${column.name} ${column.type}`).join(', ')}
)`;

async function readFile(database: Database, input: InputFile, folder: string): Promise<void> {
  const { bom } = await inspectText(input.file, folder);
  const rejects = quotedIdentifier(`rejects_${input.number}`);
  const scans = quotedIdentifier(`scans_${input.number}`);
  try {
    await database.run(insertLines(input, folder));
    await insertRejects(database, input, rejects);
  } finally {
    // they are there unless the scan itself failed
    await database
      .run(`drop table if exists ${rejects}; drop table if exists ${scans}`)
      .catch(() => undefined);
  }
  if (bom) {
    await database.run(`update lines set fault = 'bom' where file_number = ${input.number} and line = 1`);
  }
  const [found] = await database.rows<{ n: bigint }>(
    `select count(*) as n from lines where file_number = ${input.number}`,
  );
  if (found?.n) return;
  throw misuse(`${input.file}: no ${input.kind}s; leave the file out of the sources, or fill it`);
}

/**
 * A CSV of one column is how DuckDB reads raw lines. The delimiter must be something: four control characters, which
 * no JSON holds. (With two columns, where a delimiter would be seen, blank lines would not be numbered.) A `new_line`
 * of CRLF takes LF, too; left to itself, the reader numbers CRLF as two lines in files that begin with LF.
 */
function insertLines(input: InputFile, folder: string): string {
  return `
    insert into lines
    select ${input.source}, ${quotedString(input.world)}, '${input.kind}', nfc_normalize(${quotedString(input.file)}),
      ${input.number}, line, text, null
    from (
      select row_number() over () as line, text
      from read_csv(
        ${quotedString(literalGlob(join(folder, input.file)))}, columns = {text: 'VARCHAR'},
        delim = '${delimiter}', quote = '', escape = '', header = false, auto_detect = false,
        strict_mode = false, new_line = '\\r\\n', max_line_size = ${MAX_LINE_BYTES},
        store_rejects = true, rejects_table = 'rejects_${input.number}', rejects_scan = 'scans_${input.number}'
      )
    )
    where text is not null and (left(text, 1) = '{' or trim(text, ${BLANK}) <> '')`;
}

/** Rejected lines were not numbered: the numbers of those after them grow by how many stand before. */
async function insertRejects(database: Database, input: InputFile, table: string): Promise<void> {
  const [found] = await database.rows<{ n: bigint }>(`select count(*) as n from ${table}`);
  if (!found?.n) return;
  const faults = `(
    select line, case min(error_type::varchar)
      when 'INVALID ENCODING' then 'invalid_utf8' when 'LINE SIZE OVER MAXIMUM' then 'too_long' else 'unreadable'
    end as fault
    from ${table} group by line
  )`;
  await database.run(`
    update lines set line = lines.line + moved.ordinal
    from (
      select kept.rowid as id, shifts.ordinal
      from (select rowid, line from lines where file_number = ${input.number}) as kept
      asof join (
        select line - ordinal as before, max(ordinal) as ordinal
        from (select line, row_number() over (order by line) as ordinal from ${faults})
        group by all
      ) as shifts on kept.line > shifts.before
    ) as moved
    where lines.rowid = moved.id`);
  await database.run(`
    insert into lines
    select ${input.source}, ${quotedString(input.world)}, '${input.kind}', nfc_normalize(${quotedString(input.file)}),
      ${input.number}, line, null, fault
    from ${faults} order by line`);
}

/** A path in which no character is a wildcard. */
function literalGlob(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
