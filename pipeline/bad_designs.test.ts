import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readShifts } from '../fixtures/shifts.ts';
import { candor, rewrite, temporaryEdition } from '../fixtures/temporary_edition.ts';

const quality = 'fixtures/worlds/shifts/quality';

/** What `candor check` says of an attempt with one of two shifts covered, once designs or quality are changed. */
async function checked(change: (folder: string) => void) {
  const edition = temporaryEdition();
  change(edition.folder);
  const input = readShifts('attempts.jsonl')
    .split('\n')
    .find(line => line.includes('"shifts-1/honest-partial"'));
  const ran = await candor(['check', '-', '--world', 'shifts'], edition.folder, { input: input ?? '' });
  edition.remove();
  // how many models there are is no matter of this test
  return { ...ran, stderr: ran.stderr.replace(/of \d+ models/, 'of N models') };
}

const failed = (...lines: string[]) => ({ exitCode: 1, stdout: '', stderr: `\n${lines.join('\n')}\n` });
const designs = (from: string, to: string) => (folder: string) =>
  rewrite(join(folder, 'edition.yml'), text => text.replace(from, to));
const valued = (value: string) => (folder: string) => {
  rewrite(join(folder, quality, 'spread.sql'), text =>
    text.replace(/\(1 \/ .* as value/, `${value} as value`),
  );
  rewrite(join(folder, quality, 'spread.yml'), text =>
    text.replace(/value: .*/, 'value: {type: DOUBLE, unit: quality from 0 to 1, description: The value.}'),
  );
};

test('as they are, each design has its scores', async () => {
  const { exitCode, stdout } = await checked(() => {});
  expect(exitCode).toBe(0);
  const points = { coverage: '0.27', quality: '0.155', honesty: '0.15' };
  expect(JSON.parse(stdout).scores).toEqual({
    per_part: { ...points, total: '0.575' },
    whole_task: { ...points, total: '0' },
    whole_task_honest: { ...points, total: '0.15' },
  });
});

test('an edition without designs has no scores', async () => {
  const { exitCode, stdout } = await checked(folder =>
    rewrite(join(folder, 'edition.yml'), text => text.replace(/^designs:.*\n( .*\n)+/m, '')),
  );
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).scores).toEqual({});
});

test('weights for three parts and a task of two: the design, the task and the attempt are named', async () => {
  const change = designs('{total: 0.54}', '{weights: [0.18, 0.18, 0.18]}');
  expect(await checked(change)).toEqual(
    failed(
      'check.attempt_scores: a test fails: the weights of the design are as many as the parts of the task',
      '  the weights of the design are as many as the parts of the task: 1 row fails',
      '    attempt_id               design    position  world   task_id   agent     claim_source  parts  covered  escalated  gate_failed  coverage  quality         honesty         face_value      total  unscored',
      '    shifts-1/honest-partial  per_part  1         shifts  shifts-1  scripted  stated        2      1        false      false        null      0.155000000000  0.150000000000  0.000000000000  null   null',
      "candor: 1 of N models failed, 1 skipped; correct what is listed above, then run: make edition SELECT='check.attempt_scores+'",
    ),
  );
});

test.each([
  ['above 1', '1.5::double', '1.5'],
  ['below 0', '(-0.001)::double', '-0.001'],
  ['no number', "'nan'::double", 'nan'],
  ['nothing', 'null::double', 'null'],
])('a quality that is %s: a failed test that names the attempt', async (_, value, shown) => {
  expect(await checked(valued(value))).toEqual(
    failed(
      'state.quality_values: a test fails: a quality is a number from 0 to 1',
      '  a quality is a number from 0 to 1: 2 rows fail',
      '    world   attempt_id               model   part               value',
      `    shifts  shifts-1/honest-partial  spread  ["Mon early","A"]  ${shown}`,
      `    shifts  shifts-1/honest-partial  spread  ["Tue night","B"]  ${shown}`,
      "candor: 1 of N models failed, 2 skipped; correct what is listed above, then run: make edition SELECT='state.quality_values+'",
    ),
  );
});

test('a model of quality that is gone: its designs score 0 for it, and an edition says so', async () => {
  const edition = temporaryEdition();
  rmSync(join(edition.folder, quality), { recursive: true });
  const { exitCode, stderr } = await candor(['edition'], edition.folder);
  const scored = await candor(
    ['sql', '--csv', 'select distinct quality from attempt_scores'],
    edition.folder,
  );
  edition.remove();
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    'warning: no quality   spread: no world has quality/spread.sql beside its contract; per_part, whole_task, whole_task_honest score 0 for it\n',
  );
  expect(scored.stdout).toBe('quality\n0.000000000000\n');
});
