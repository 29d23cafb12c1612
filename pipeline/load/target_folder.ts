import { join } from 'node:path';
import type { EditionConfig } from '../config/edition_config.ts';

/** Where everything is kept that can be made again: the database, compiled SQL, run results, quarantined lines. */
export function targetFolder(config: Pick<EditionConfig, 'folder'>): string {
  return join(config.folder, 'target');
}
