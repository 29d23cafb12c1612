import type { Database } from '../dag/database.ts';
import { count, type LogEvent } from '../log.ts';
import { quarantinedLines } from './quarantine.ts';

/**
 * What a run must say of its input: how much was read, what was quarantined and why, which fields nobody reads, and
 * where a quality that designs name is nowhere to be had.
 * Nothing is lost in silence.
 */
export async function inputNotes(database: Database): Promise<LogEvent[]> {
  const [read] = await database.rows<{ tasks: bigint; attempts: bigint; quarantined: bigint }>(`
    select
      coalesce(sum(lines_read) filter (where kind = 'task'), 0)::bigint as tasks,
      coalesce(sum(lines_read) filter (where kind = 'attempt'), 0)::bigint as attempts,
      coalesce(sum(quarantined), 0)::bigint as quarantined
    from source_files`);
  if (!read) throw new Error('a sum without a row');
  const notes: LogEvent[] = [
    {
      kind: 'note',
      message: `read         ${count(read.tasks)} tasks and ${count(read.attempts)} attempts, ${count(read.quarantined)} ${read.quarantined === 1n ? 'line' : 'lines'} quarantined`,
    },
  ];
  const [first] = await quarantinedLines(database, 1);
  if (first) {
    notes.push({ kind: 'warning', message: `quarantined  ${first}; all are in target/quarantine` });
  }
  const conflicts = await database.rows<{ world: string; task_id: string }>(
    'select world, task_id from reference_conflicts order by world, task_id',
  );
  for (const { world, task_id } of conflicts) {
    notes.push({
      kind: 'warning',
      message: `quarantined  task ${task_id} of ${world}: infeasible by its reference, yet an attempt did all of it`,
    });
  }
  const unknown = await database.rows<{ path: string; times: bigint }>(
    'select path, sum(lines)::bigint as times from unknown_fields group by path order by path',
  );
  if (unknown.length > 0) {
    const named = unknown.map(({ path, times }) => `${path} (${count(times)})`);
    notes.push({ kind: 'note', message: `not read     unknown fields: ${named.join(', ')}` });
  }
  for (const { model, designs } of await unmeasured(database)) {
    notes.push({
      kind: 'warning',
      message: `no quality   ${model}: no world has quality/${model}.sql beside its contract; ${designs} ${designs.includes(',') ? 'score' : 'scores'} 0 for it`,
    });
  }
  return notes;
}

/** Models of quality that no world has, and the designs that name them. */
async function unmeasured(database: Database): Promise<{ model: string; designs: string }[]> {
  return database.rows(`
    select quality_model as model, string_agg(design, ', ' order by position) as designs
    from score_designs
    where quality_model is not null and quality_model not in (select model from quality_models)
    group by quality_model
    order by quality_model`);
}
