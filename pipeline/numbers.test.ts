import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What must hold of the check has a number: R1 to R60 what it does, A1 to A35 what is settled where that was open.
 * Each stands in the name of a test that can fail: of vitest, of a hand-written attempt, or of a model's YAML.
 */
const rules = Array.from({ length: 60 }, (_, i) => `R${i + 1}`);
const settled = Array.from({ length: 35 }, (_, i) => `A${i + 1}`);

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Names of vitest's tests: the text after `test(`, `test.each(…)(` or as the key of a case. */
const testNames = globSync(['{pipeline,sql,udf,fixtures}/**/*.test.ts', 'fixtures/test_*.ts'], { cwd: root })
  .filter(file => !file.endsWith('numbers.test.ts'))
  .flatMap(file => read(file).match(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/g) ?? []);

const attemptNumbers = read('fixtures/worlds/shifts/expected.jsonl')
  .trimEnd()
  .split('\n')
  .flatMap(line => JSON.parse(line).numbers as string[]);

const modelTests = globSync('{sql,pipeline}/**/*.yml', { cwd: root }).flatMap(
  file => read(file).match(/name: .*/g) ?? [],
);

test.each([...rules, ...settled])('%s has a test', number => {
  const named = (text: string) => new RegExp(`\\b${number}\\b`).test(text);
  expect([...testNames, ...modelTests].some(named) || attemptNumbers.includes(number)).toBe(true);
});
