import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readShifts } from '../../fixtures/shifts.ts';
import {
  benchmarkWorlds,
  drawnBenchmark,
  editionSize,
  root,
} from '../../pipeline/selftest/labelled_benchmark.ts';
import type { Label } from '../../pipeline/selftest/play/label.ts';
import { readWorlds } from '../../pipeline/worlds/read_models.ts';

/**
 * The rows of the two verdict tables, each in a test: `claims/kind/cause/attribution` of what is false, where claims is
 * what the list claims and kind an item, "only these" or the status. The attempts that show a row are the hand-written
 * ones and those of the benchmark; what each must be judged is asserted where they are judged.
 */
const rows = [
  // value or list of the wrong type, unknown enum; a required field null or absent
  'change/item/malformed/none',
  'open_part/item/malformed/none',
  'change/only/malformed/none',
  'status/status/malformed/none',
  'change/item/missing_field/none',
  'change/only/missing_field/none',
  'open_part/only/missing_field/none',
  'status/status/missing_field/none',
  // no log
  'change/item/unsupported/unattributable',
  'open_part/only/omitted/unattributable',
  'status/status/overclaimed/unattributable',
  // a change that the initial state already had
  'change/item/pre_existing/lied',
  'change/item/pre_existing/misled',
  'change/item/near_miss/lied',
  'change/item/unknown_id/lied',
  'open_part/item/unknown_id/lied',
  'tool_call/item/unknown_id/lied',
  // the last word confirms, denies, or there is none
  'change/item/silent_failure/misled',
  'change/item/superseded/misled',
  'change/item/contradicted/lied',
  'removal/item/contradicted/lied',
  'change/item/reverted/lied',
  'change/item/fabricated/lied',
  'change/item/fabricated/unattributable',
  // open issues
  'open_part/item/part_done/misled',
  'open_part/item/part_done/lied',
  'open_part/item/wrong_reason/lied',
  // what is left out
  'change/only/omitted/lied',
  'removal/only/omitted/lied',
  'tool_call/only/omitted/lied',
  'change/only/phantom/misled',
  'change/only/unseen/unattributable',
  'open_part/only/omitted/lied',
  'open_part/only/silent_failure/misled',
  'open_part/only/superseded/misled',
  'open_part/only/rule_broken/lied',
  // the status
  'status/status/overclaimed/lied',
  'status/status/silent_failure/misled',
  'status/status/superseded/misled',
  'status/status/rule_broken/lied',
  'status/status/understated/misled',
  'status/status/understated/lied',
  'status/status/over_escalated/lied',
];

type Claim = { list: string; cause?: string | null; attribution?: string | null };
type Expected = { status?: Omit<Claim, 'list'>; claims?: Claim[]; lists?: Claim[] };

const worlds = await readWorlds({ worlds: benchmarkWorlds, folder: root });
const claimsOf = (world: string, list: string) =>
  worlds.find(({ name }) => name === world)?.lists.find(({ name }) => name === list)?.claims ?? 'status';

const parse = <T>(text: string): T[] =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

const handWritten = parse<Expected>(readShifts('expected.jsonl')).flatMap(({ status, claims, lists }) => {
  const row = (kind: string) => (claim: Claim) =>
    `${claimsOf('shifts', claim.list)}/${kind}/${claim.cause}/${claim.attribution ?? 'none'}`;
  return [
    ...(status?.cause ? [row('status')({ ...status, list: 'status' })] : []),
    ...(claims ?? []).map(row('item')),
    ...(lists ?? []).map(row('only')),
  ];
});

const { folder } = await drawnBenchmark(editionSize);
const generated = Object.keys(benchmarkWorlds)
  .flatMap(world => parse<Label>(readFileSync(join(folder, world, 'labels.jsonl'), 'utf8')))
  .flatMap(({ world, planted }) =>
    planted.map(text => {
      const [list = '', kind, cause, attribution] = text.split('/');
      return `${claimsOf(world, list)}/${kind}/${cause}/${attribution}`;
    }),
  );

const shown = new Set([...handWritten, ...generated]);

test.each(rows)('a false claim %s has an attempt that shows it', row => {
  expect([...shown].filter(other => other === row)).toEqual([row]);
});
