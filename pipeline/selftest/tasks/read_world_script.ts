import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { misuse } from '../../failure.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldScript } from './world_script.ts';

/**
 * Loads `generate.ts` beside a world's contract.
 *
 * @param folder the one to which the contract's file is relative
 * @throws Failure 2 where there is none, or it exports no `script`
 */
export async function readWorldScript(world: World, folder: string): Promise<WorldScript> {
  const file = join(dirname(world.file), 'generate.ts');
  const path = join(folder, file);
  if (!existsSync(path)) {
    throw misuse(
      `${file}: no such file; the world ${world.name} has no generator, write one that exports script`,
    );
  }
  const module: { script?: WorldScript } = await import(pathToFileURL(path).href);
  if (module.script) return module.script;
  throw misuse(`${file}: exports no script; see fixtures/worlds/shifts/generate.ts`);
}
