import { z } from 'zod';

const text = z.string().trim().min(1, 'must not be empty');
const rows = z.array(z.record(z.string(), z.unknown()));

const unitTest = z.strictObject({
  name: text,
  description: text.optional(),
  overrides: z.strictObject({ settings: z.record(z.string(), z.unknown()) }).optional(),
  given: z.array(z.strictObject({ input: text, rows })),
  expect: z.strictObject({
    rows,
    tolerance: z.record(z.string(), z.number().positive('must be above 0')).default({}),
  }),
});

/** The `unit_tests` of a model's YAML. Which inputs and columns there are is not known here. */
export const unitTests = z
  .array(unitTest)
  .default([])
  .superRefine((tests, context) => {
    tests.forEach(({ name }, index) => {
      if (tests.findIndex(other => other.name === name) === index) return;
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: `"${name}" is there twice; name each test for what it shows`,
      });
    });
  });
