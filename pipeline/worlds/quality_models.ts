import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CompiledDesign } from '../config/compile_designs.ts';
import { isPerPart } from '../config/score_design.ts';
import type { ModelRoot } from '../dag/model.ts';
import type { World } from './world.ts';

/** A model of quality that a design names and a world has: `quality.shifts_spread` in `quality/spread.sql`. */
export type QualityModel = {
  readonly world: World;
  readonly model: string;
  /** A value for each part; else one for the attempt as a whole. */
  readonly perPart: boolean;
  readonly file: string;
};

/** The models of quality that the designs name, by world and name. A world need not have each of them. */
export function qualityModelsOf(
  worlds: readonly World[],
  designs: readonly Pick<CompiledDesign, 'quality'>[],
  folder: string,
): QualityModel[] {
  const named = new Map(
    designs.flatMap(({ quality }) => (quality ? [[quality.model, isPerPart(quality)] as const] : [])),
  );
  return worlds.flatMap(world =>
    [...named.keys()].sort().flatMap(model => {
      const file = join(dirname(world.file), 'quality', `${model}.sql`);
      return existsSync(join(folder, file))
        ? [{ world, model, perPart: named.get(model) ?? true, file }]
        : [];
    }),
  );
}

/** Where the models of quality of the worlds are; none of a world that no design asks. */
export function qualityRoots(models: readonly QualityModel[], folder: string): ModelRoot[] {
  return [...new Set(models.map(({ world }) => world))].map(world => ({
    dir: join(folder, dirname(world.file), 'quality'),
    folder: 'quality',
    prefix: `${world.name}_`,
    context: { world },
  }));
}
