import { DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
import { judgeEnvelope } from './judge_envelope.ts';

/**
 * SQL: `envelope_fault(kind, line)`, kind `task` or `attempt`. JSON `{"field", "reason", "detail"}` for what is wrong
 * with the line, `{"text"}` for a line that can only be read without loss when written so, null when all is well.
 */
export const envelopeFault = DuckDBScalarFunction.create({
  name: 'envelope_fault',
  parameterTypes: [VARCHAR, VARCHAR],
  returnType: VARCHAR,
  mainFunction(_info, input, output) {
    const kinds = input.getColumnValues(0);
    const lines = input.getColumnValues(1);
    for (let row = 0; row < input.rowCount; row++) {
      const kind = kinds[row];
      const line = lines[row];
      output.setItem(
        row,
        typeof line === 'string' ? judged(kind === 'task' ? 'task' : 'attempt', line) : null,
      );
    }
    output.flush();
  },
});

function judged(kind: 'task' | 'attempt', line: string): string | null {
  const judgement = judgeEnvelope(kind, line);
  if (!judgement) return null;
  if (judgement.kind === 'repaired') return JSON.stringify({ text: judgement.text });
  const { field, reason, detail } = judgement;
  // half a surrogate pair in a name would make this JSON unreadable
  return JSON.stringify({ field: field?.toWellFormed() ?? null, reason, detail });
}
