import { misuse } from '../failure.ts';

/**
 * The README with one of its written blocks replaced: what stands between `<!-- NAME: written by make readme … -->`
 * and `<!-- end of NAME -->`.
 *
 * @throws Failure 2 when it has no place for the block
 */
export function replaceBlock(readme: string, name: string, text: string): string {
  const start = `<!-- ${name}: written by \`make readme\`, do not edit -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = readme.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) {
    throw misuse(`README.md: no place for ${name}; put the lines "${start}" and "${end}" where they go`);
  }
  return `${before}${start}\n\n${text}\n\n${end}${after}`;
}
