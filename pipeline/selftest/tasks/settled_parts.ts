import { matches } from '../play/environment.ts';
import { type Part, type Plan, partKey, type Row } from './world_script.ts';

/**
 * Parts that are done in the initial state, with who or what does them: a solver leaves them as they are.
 *
 * @param rows of the done table
 * @param choice the column that says who or what
 */
export function settledParts(parts: readonly Part[], rows: readonly Row[], choice: string): Plan {
  return new Map(
    parts.flatMap((part): [string, string][] => {
      const row = rows.find(other => matches(other, part));
      return row ? [[partKey(part), String(row[choice])]] : [];
    }),
  );
}
