import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { misuse } from '../failure.ts';
import { didYouMean } from './nearest.ts';
import { isPerPart, type ScoreDesigns } from './score_design.ts';
import type { YamlFile } from './yaml_file.ts';

type Source = YamlFile<{ readonly worlds: Readonly<Record<string, string>>; readonly designs: ScoreDesigns }>;

/**
 * Whether the models of quality that designs name can serve them.
 *
 * @throws Failure 2 for a model that no world has, but has others, and for one that is read both part by part and by attempt
 */
export function checkQuality(source: Source, folder: string): void {
  const known = Object.values(source.value.worlds).flatMap(contract => qualityModels(folder, contract));
  const readers = new Map<string, { name: string; perPart: boolean }>();
  for (const [name, { quality }] of Object.entries(source.value.designs)) {
    if (!quality) continue;
    const place = source.at(['designs', name, 'quality', 'model']);
    // where no world has any, a world was left out rather than a name misspelt: the run says that it scores 0
    if (known.length > 0 && !known.includes(quality.model)) {
      const advice = didYouMean(quality.model, [...new Set(known)].sort());
      throw misuse(
        `${place}: no world has the model quality/${quality.model}.sql beside its contract${advice}`,
      );
    }
    const other = readers.get(quality.model);
    if (other && other.perPart !== isPerPart(quality)) {
      const read = (perPart: boolean) => (perPart ? 'part by part' : 'by attempt');
      throw misuse(
        `${place}: "${quality.model}" is read ${read(isPerPart(quality))} here and ${read(other.perPart)} by ${other.name}; write a model for each`,
      );
    }
    readers.set(quality.model, { name, perPart: isPerPart(quality) });
  }
}

/** The names of the models of quality beside a contract, sorted. */
export function qualityModels(folder: string, contract: string): string[] {
  const files = globSync('*.sql', { cwd: join(folder, dirname(contract), 'quality') });
  return files.map(file => file.slice(0, -'.sql'.length)).sort();
}
