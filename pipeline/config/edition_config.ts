import { existsSync, globSync } from 'node:fs';
import { isAbsolute, join, resolve, sep } from 'node:path';
import * as z from 'zod';
import { misuse } from '../failure.ts';
import { checkQuality } from './check_quality.ts';
import { exactDecimal } from './exact_decimal.ts';
import { difficulty, resamples, sliceDimensions } from './measure_settings.ts';
import { didYouMean } from './nearest.ts';
import { scoreDesigns } from './score_design.ts';
import { readYamlFile, type YamlFile } from './yaml_file.ts';

const FILES = 'must be a file, a glob or a list of them';
const file = z.string({ error: FILES }).min(1, FILES);
const files = z
  .union([file, z.array(file).min(1, FILES)], { error: FILES })
  .transform(value => [value].flat());

const DATE = 'must be a date from 1970 on, as 2026-11-30';
const SHARE = 'must lie between 0 and 1, at most 0.999999';
const COST = 'must be a decimal above 0 and at most 1, of at most 12 digits';

const schema = z.strictObject({
  edition: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'must be a file name: at most 100 letters, digits, _ . -')
    .refine(name => name !== 'latest', '"latest" is the link to the last edition; take another name'),
  title: z.string().min(1).refine(isText, 'must be well-formed text'),
  date: z.iso.date(DATE).refine(date => date >= '1970-01-01', DATE),
  licence: z.string().min(1).refine(isText, 'must be well-formed text'),
  worlds: z.record(z.string(), z.string()),
  sources: z.array(z.strictObject({ world: z.string(), tasks: files, attempts: files })).min(1),
  strict: z.boolean().default(false),
  minor_cost: exactDecimal(COST, { zero: false }),
  designs: scoreDesigns,
  confidence: z.number({ error: SHARE }).gt(0, SHARE).max(0.999999, SHARE),
  slices: z
    .array(
      z
        .array(z.enum(sliceDimensions))
        .min(1)
        .max(3, 'must name at most three dimensions')
        .refine(isSet, 'names a dimension twice; keep one'),
    )
    .min(1)
    .refine(families => isSet(families.map(family => [...family].sort().join())), 'a family twice; keep one'),
  difficulty,
  resamples,
  formats: z
    .array(z.enum(['parquet', 'csv', 'json']))
    .min(1)
    .refine(isSet, 'a format twice; keep one'),
  attestation: z
    .strictObject({
      keystore: z.string().optional(),
      chain: z.int().positive().default(11155111),
      contract: z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')
        .default('0xC2679fBD37d54388Ce493F1DB75320D236e1815e'),
      uri: z.string().default(''),
    })
    .prefault({}),
});

type Schema = z.output<typeof schema>;

function isSet(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}

function isText(text: string): boolean {
  return text.isWellFormed();
}

/** One pair of task and attempt files of one world; paths relative to the configuration's folder. */
export type Source = { readonly world: string; readonly tasks: string[]; readonly attempts: string[] };

/** `edition.yml`, validated, its globs resolved. Paths in it are relative to `folder`. */
export type EditionConfig = Omit<Schema, 'sources'> & {
  readonly file: string;
  readonly folder: string;
  readonly sources: readonly Source[];
};

/**
 * Reads `edition.yml`.
 *
 * @throws Failure 2 naming file, line, field and the nearest known name
 */
export async function readEditionConfig(path: string): Promise<EditionConfig> {
  const source = await readYamlFile(path, schema);
  const folder = resolve(path, '..');
  const sources = source.value.sources.map((entry, index) => {
    checkWorld(source, entry.world, index);
    return {
      world: entry.world,
      tasks: entry.tasks.flatMap((glob, i) =>
        resolveGlob(source, folder, glob, ['sources', index, 'tasks', i]),
      ),
      attempts: entry.attempts.flatMap((glob, i) =>
        resolveGlob(source, folder, glob, ['sources', index, 'attempts', i]),
      ),
    };
  });
  refuseTwice(source, sources);
  for (const [name, contract] of Object.entries(source.value.worlds)) {
    if (existsSync(join(folder, contract))) continue;
    throw misuse(`${source.at(['worlds', name])}: ${contract}: no such file; name the contract of the world`);
  }
  checkQuality(source, folder);
  return { ...source.value, sources, file: path, folder };
}

function checkWorld(source: YamlFile<Schema>, world: string, index: number): void {
  const known = Object.keys(source.value.worlds);
  if (known.includes(world)) return;
  throw misuse(
    `${source.at(['sources', index, 'world'])}: unknown world "${world}"${didYouMean(world, known)}`,
  );
}

function resolveGlob(source: YamlFile<Schema>, folder: string, glob: string, path: PropertyKey[]): string[] {
  if (isAbsolute(glob)) {
    throw misuse(`${source.at(path)}: ${glob}: an absolute path; name files relative to ${source.file}`);
  }
  if (existsSync(join(folder, glob))) return [glob];
  const found = globSync(glob, { cwd: folder })
    .map(file => file.split(sep).join('/'))
    .sort();
  if (found.length > 0) return found;
  throw misuse(`${source.at(path)}: ${glob}: no such file; name files that exist, or a glob that finds some`);
}

/** A file that is read twice would quarantine each of its own lines as a duplicate. */
function refuseTwice(source: YamlFile<Schema>, sources: readonly Source[]): void {
  const seen = new Set<string>();
  for (const [index, { tasks, attempts }] of sources.entries()) {
    for (const [key, paths] of [['tasks', tasks] as const, ['attempts', attempts] as const]) {
      for (const path of paths) {
        if (seen.has(path))
          throw misuse(`${source.at(['sources', index, key])}: ${path}: a file named twice; keep one`);
        seen.add(path);
      }
    }
  }
}
