import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { EditionConfig } from '../config/edition_config.ts';
import { breakdown } from '../failure.ts';
import { canonicalJson } from '../digest/canonical_json.ts';
import { editionSettings } from './build_manifest.ts';

/** The folders of an edition's name: `first`, `first.1`, `first.2`, … in that order. */
function editionNames(exportsFolder: string, edition: string): string[] {
  if (!existsSync(exportsFolder)) return [];
  const number = (name: string) => Number(name.slice(edition.length + 1) || 0);
  return readdirSync(exportsFolder)
    .filter(name => name === edition || (name.startsWith(`${edition}.`) && /^\d+$/.test(name.slice(edition.length + 1))))
    .sort((a, b) => number(a) - number(b));
}

/** The newest edition of that name with the same root, settings, title, date and licence; none: undefined. */
export function sameEdition(exportsFolder: string, config: EditionConfig, root: string): string | undefined {
  const wanted = canonicalJson([root, config.title, config.date, config.licence, editionSettings(config)]);
  return editionNames(exportsFolder, config.edition).findLast(name => {
    const manifest = readManifest(join(exportsFolder, name));
    if (!manifest) return false;
    const { root: found, title, date, licence, settings } = manifest;
    return canonicalJson([found, title, date, licence, settings]) === wanted;
  });
}

/** The name an edition gets: its own, or the next free `<edition>.N`. */
export function freeName(exportsFolder: string, edition: string): string {
  const taken = new Set(editionNames(exportsFolder, edition));
  if (!taken.has(edition)) return edition;
  let number = 1;
  while (taken.has(`${edition}.${number}`)) number++;
  return `${edition}.${number}`;
}

/** Renames a staged edition to its name; then, last, `latest` moves to it. */
export function publishEdition(staging: string, exportsFolder: string, name: string): void {
  renameSync(staging, join(exportsFolder, name));
  pointLatest(exportsFolder, name);
}

/** Makes `exports/latest` a link to the edition; the link is replaced by a rename, so it always points to one. */
export function pointLatest(exportsFolder: string, name: string): void {
  mkdirSync(exportsFolder, { recursive: true });
  const latest = join(exportsFolder, 'latest');
  const found = lstatSync(latest, { throwIfNoEntry: false });
  if (found && !found.isSymbolicLink()) {
    throw breakdown(`${latest}: not a link to an edition; move it away, then run again`);
  }
  const link = join(exportsFolder, '.latest');
  rmSync(link, { force: true });
  symlinkSync(name, link);
  renameSync(link, latest);
}

type Manifest = { root: string; title: string; date: string; licence: string; settings: unknown };

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  } catch {
    return undefined; // not an edition: never overwritten, but not the same either
  }
}
