import { DuckDBInstance, quotedString } from '@duckdb/node-api';

/** Every field of an attempt of shifts, with its type: what a reader that knows the world has to parse. */
const columns = {
  attempt_id: 'VARCHAR',
  task_id: 'VARCHAR',
  agent: 'VARCHAR',
  epoch: 'BIGINT',
  submitted_at: 'VARCHAR',
  claim_source: 'VARCHAR',
  report: `STRUCT(status VARCHAR, assignments STRUCT(shift VARCHAR, unit VARCHAR, staff VARCHAR)[],
    messages_sent STRUCT("to" VARCHAR, shift VARCHAR, unit VARCHAR)[],
    open_issues STRUCT(shift VARCHAR, unit VARCHAR, reason VARCHAR)[], rules_checked STRUCT(rule VARCHAR)[], note VARCHAR)`,
  tool_calls: `STRUCT(seq BIGINT, tool VARCHAR,
    args STRUCT(shift VARCHAR, unit VARCHAR, staff VARCHAR, "to" VARCHAR, rule VARCHAR), ok BOOLEAN,
    result STRUCT(done BOOLEAN, status VARCHAR, "rows" STRUCT(shift VARCHAR, unit VARCHAR, staff VARCHAR)[]))[]`,
  final_state: `STRUCT(assignments STRUCT(shift VARCHAR, unit VARCHAR, staff VARCHAR)[],
    messages STRUCT("to" VARCHAR, shift VARCHAR, unit VARCHAR, state VARCHAR)[])`,
};

/**
 * The floor: seconds that DuckDB's own `read_json` takes for a file of attempts of shifts, every field typed and none
 * kept as JSON, into a table in memory.
 *
 * @throws Error where an attempt has a field of another type: DuckDB reads no such file
 */
export async function floorSeconds(attempts: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const types = Object.entries(columns).map(([name, type]) => `${name}: ${quotedString(type)}`);
  const start = performance.now();
  await connection.run(
    `create table floor as from read_json(${quotedString(attempts)}, format = 'newline_delimited', columns = {${types.join(', ')}})`,
  );
  const seconds = (performance.now() - start) / 1000;
  connection.closeSync();
  instance.closeSync();
  return seconds;
}
