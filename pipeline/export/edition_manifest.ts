import * as z from 'zod';
import { parseStrictJson } from '../digest/canonical_json.ts';
import { tableFormats } from '../digest/relation.ts';
import { refusal } from '../failure.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits');
const count = z.int().nonnegative();

/** A path inside an edition: relative, `/` between names, never out of the folder, nothing a line or a shell could take for something else. */
const path = z.string().refine(isInnerPath, 'must be a path inside the edition');

const table = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  version: z.int().positive(),
  key: z.array(z.string()),
  rows: count,
  digest: hash,
  treeRoot: hash,
  columns: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        type: z.string(),
        unit: z.string().nullish(),
        description: z.string(),
      }),
    )
    .min(1),
  files: z
    .partialRecord(z.enum(tableFormats), path)
    .refine(files => Object.keys(files).length > 0, 'must name a file'),
});

const manifest = z.strictObject({
  candor: z.literal(1),
  edition: z.string().min(1),
  title: z.string(),
  date: z.iso.date(),
  licence: z.string(),
  root: hash,
  tables: z.array(table).min(1).refine(sortedBy('name'), 'must be sorted by name, each once'),
  files: z
    .array(z.strictObject({ path, bytes: count, sha256: hash }))
    .refine(sortedBy('path'), 'must be sorted by path, each once'),
  inputs: z.array(z.unknown()),
  models: z.array(z.unknown()),
  settings: z.record(z.string(), z.unknown()),
  engine: z.record(z.string(), z.unknown()),
  git: z.string().nullable(),
  attempts: count,
});

/** `manifest.json`: all there is to know of an edition. What is free here (inputs, models, settings, engine) is read by people. */
export type EditionManifest = z.output<typeof manifest>;

/**
 * Reads `manifest.json`, which must be canonical JSON of the manifest's fields and no other.
 *
 * @throws Failure 1 naming the field
 */
export function readManifest(bytes: Uint8Array): EditionManifest {
  const parsed = manifest.safeParse(parseStrictJson(bytes, 'manifest.json'));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusal(`manifest.json: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}

/** Whether a path stays inside the folder it is taken relative to, on every system. */
export function isInnerPath(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be in a path
  if (/[\u0000-\u001f\u007f\\:]/.test(text)) return false;
  return text.split('/').every(part => part !== '' && part !== '.' && part !== '..');
}

function sortedBy<K extends string>(key: K): (items: readonly Record<K, string>[]) => boolean {
  return items => items.every((item, i) => i === 0 || (items[i - 1]?.[key] ?? '') < item[key]);
}
