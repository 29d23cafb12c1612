import * as z from 'zod';

/** The dimensions by which slices may be cut: of the attempt, of its task, of its world. */
export const sliceDimensions = [
  'agent',
  'epoch',
  'claim_source',
  'report',
  'empirical_difficulty',
  'world',
  'others_act',
  'variant',
  'tool_reliability',
  'reference_outcome',
  'difficulty',
  'human_time',
] as const;

const CUTS =
  'must be two numbers, the first below the second: where medium begins, and where the next bin does';
const cuts = (low: number, high: number) =>
  z
    .tuple([z.number({ error: CUTS }).min(0, CUTS), z.number({ error: CUTS }).min(0, CUTS)], { error: CUTS })
    .refine(([one, other]) => one < other, CUTS)
    .default([low, high]);

/** How tasks are binned by difficulty. Cut points are part of the configuration: frozen before anyone looks. */
export const difficulty = z
  .strictObject({
    /** By the reference alone: the sum of these counts. */
    structural: z
      .strictObject({
        sum: z
          .array(z.enum(['parts', 'constraints', 'reference_steps']))
          .min(1)
          .refine(names => new Set(names).size === names.length, 'names a count twice; keep one')
          .default(['parts', 'reference_steps']),
        cuts: cuts(4, 8),
      })
      .prefault({}),
    /** By how long people take. */
    human_minutes: cuts(15, 60),
    /** By the share of attempts of other agents that are complete: below the first hard, from the second on easy. */
    pass_rate: cuts(0.33, 0.67),
  })
  .prefault({});

const RESAMPLES = 'must be a whole number from 100 to 1000000';

/** How many resamples a bootstrap draws. */
export const resamples = z
  .int({ error: RESAMPLES })
  .min(100, RESAMPLES)
  .max(1_000_000, RESAMPLES)
  .default(2000);

/** What decides how is measured, beyond what every edition has to say. */
export type MeasureSettings = {
  readonly difficulty: z.output<typeof difficulty>;
  readonly resamples: number;
};

/** The settings of an edition that says nothing of them. */
export const measureDefaults: MeasureSettings = {
  difficulty: difficulty.parse(undefined),
  resamples: resamples.parse(undefined),
};
