const WIDEST = 60;

/** A value cut to a readable width; control and formatting characters as escapes, for the text comes from agents. */
function cell(value: string | null): string {
  if (value === null) return 'null';
  const escaped = value.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  const characters = [...escaped];
  return characters.length > WIDEST ? `${characters.slice(0, WIDEST - 1).join('')}…` : escaped;
}

/** Rows as an aligned text table, one line a row below a line of names; null is written `null`. */
export function textTable(names: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const lines = [names, ...rows].map(row => row.map(cell));
  const widths = names.map((_, column) => Math.max(...lines.map(line => [...(line[column] ?? '')].length)));
  return lines
    .map(line =>
      line
        .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - [...text].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
