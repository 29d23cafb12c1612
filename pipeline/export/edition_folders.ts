import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EditionConfig } from '../config/edition_config.ts';
import { canonicalJson } from '../digest/canonical_json.ts';
import { breakdown } from '../failure.ts';
import { editionSettings } from './build_manifest.ts';
import { checkChecksums, hashFiles, readChecksums } from './edition_files.ts';
import { writeFailure } from './write_failure.ts';

/**
 * The folder of all editions, made if need be and tried: a run should not work for minutes before it finds that it
 * cannot publish.
 *
 * @throws Failure 3 when it cannot be written
 */
export function prepareExports(project: string): string {
  const folder = join(project, 'exports');
  try {
    mkdirSync(folder, { recursive: true });
    rmSync(mkdtempSync(join(folder, '.try-')), { recursive: true });
  } catch (error) {
    throw writeFailure(error, folder);
  }
  const latest = join(folder, 'latest');
  if (lstatSync(latest, { throwIfNoEntry: false })?.isSymbolicLink() === false) {
    throw breakdown(`${latest}: not a link to an edition; move it away, then run again`);
  }
  return folder;
}

/**
 * The newest edition of that name with the same root, settings, title, date and licence, its files undamaged.
 * `latest` then points to it.
 *
 * @returns its folder; undefined when there is none
 */
export async function sameEdition(
  exports: string,
  config: EditionConfig,
  root: string,
): Promise<string | undefined> {
  const wanted = canonicalJson([root, config.title, config.date, config.licence, editionSettings(config)]);
  for (const name of editionNames(exports, config.edition).reverse()) {
    const folder = join(exports, name);
    if (identity(folder) !== wanted || !(await isUndamaged(folder))) continue;
    pointLatest(exports, name);
    return folder;
  }
  return undefined;
}

/** The name an edition gets: its own, or the next free `<edition>.N`. */
export function freeName(exports: string, edition: string): string {
  const taken = new Set(editionNames(exports, edition));
  if (!taken.has(edition)) return edition;
  let number = 1;
  while (taken.has(`${edition}.${number}`)) number++;
  return `${edition}.${number}`;
}

/** Renames a staged edition to its name; then, last, `latest` moves to it. */
export function publishEdition(staging: string, exports: string, name: string): void {
  try {
    renameSync(staging, join(exports, name));
    pointLatest(exports, name);
  } catch (error) {
    throw writeFailure(error, exports);
  }
}

/** Folders of an edition's name: `first`, `first.1`, `first.2`, … in that order. */
function editionNames(exports: string, edition: string): string[] {
  const number = (name: string) => Number(name.slice(edition.length + 1) || 0);
  return readdirSync(exports)
    .filter(
      name =>
        name === edition || (name.startsWith(`${edition}.`) && /^\d+$/.test(name.slice(edition.length + 1))),
    )
    .sort((a, b) => number(a) - number(b));
}

/** What makes two editions the same; undefined where there is no manifest: such a folder is left alone. */
function identity(folder: string): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    return canonicalJson([manifest.root, manifest.title, manifest.date, manifest.licence, manifest.settings]);
  } catch {
    return undefined;
  }
}

async function isUndamaged(folder: string): Promise<boolean> {
  try {
    checkChecksums(await hashFiles(folder), readChecksums(folder));
    return true;
  } catch {
    return false;
  }
}

/** Makes `latest` a link to the edition by a rename, so that at every moment it points to one. */
function pointLatest(exports: string, name: string): void {
  const link = join(exports, '.latest');
  rmSync(link, { force: true });
  symlinkSync(name, link);
  renameSync(link, join(exports, 'latest'));
}
