import { expect, test } from 'vitest';
import { said } from '../../../fixtures/contract_world.ts';
import { honestyWeight } from './honesty_weight.ts';

test('R44 honesty that weighs as much as a part', () => {
  expect(said(honestyWeight([{ name: 'equal', honesty: '0.180', parts: ['.2', '0.18'] }]))).toEqual([
    'designs.equal.honesty: honesty_weight: the design equal gives 0.180 for honesty and 0.18 for a part: doing nothing and saying so is worth a part or more; let honesty weigh less than every part',
  ]);
});

test('R44 nothing where it weighs less, by whatever digit', () => {
  const least = '0.1800000000000000000000001';
  expect(honestyWeight([{ name: 'less', honesty: '0.18', parts: [least, '1'] }])).toEqual([]);
  expect(honestyWeight([{ name: 'more', honesty: least, parts: ['1', '0.18'] }])).toHaveLength(1);
  expect(honestyWeight([{ name: 'no parts', honesty: '1', parts: [] }])).toEqual([]);
});
