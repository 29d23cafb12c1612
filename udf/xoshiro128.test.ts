import { expect, test } from 'vitest';
import { namedRandom, type Random, randomFrom, xoshiro128 } from './xoshiro128.ts';

const first = (random: Random, count: number) => Array.from({ length: count }, () => random.next());

test('the sequence is that of the reference implementation', () => {
  // made with xoshiro128starstar.c 1.1, as printed in the tests of rand_xoshiro (github.com/rust-random/rngs)
  expect(first(randomFrom([1, 2, 3, 4]), 10)).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});

test.each([
  [0, [0x64625032, 0xd9c0799c, 0xaf362e10, 0x7fa88912]],
  [1, [0x5e2d1772, 0x14e498f0, 0xd20ea1fd, 0xb382f339]],
  [42, [0x20e44818, 0x0895a923, 0x1339a01f, 0xb4e3841a]],
  [12345, [0xc3b24a19, 0x248b6df5, 0xaf4b7724, 0x1ec7438d]],
  [0xffffffff, [0xeb721c8a, 0xffe8bd34, 0x4da2a8ce, 0xa4a5cc85]],
] as const)('seed %i fills the state with the words of splitmix32', (seed, words) => {
  // as printed in Cipher/algorithms/random/splitmix32.js of github.com/Hawkynt/Hawkynt.github.io; its mixing function
  // is hash_mix_impl<32> of Boost.ContainerHash, found by github.com/skeeto/hash-prospector (issue 19)
  expect(first(xoshiro128(seed), 8)).toEqual(first(randomFrom(words), 8));
});

test('only the lowest 32 bits of a seed count', () => {
  expect(first(xoshiro128(2 ** 32 + 42), 4)).toEqual(first(xoshiro128(42), 4));
  expect(first(xoshiro128(-1), 4)).toEqual(first(xoshiro128(0xffffffff), 4));
});

test('a name seeds by its FNV-1a hash', () => {
  // draft-eastlake-fnv, test vectors of 32 bits: "", "a", "foobar"
  expect(first(namedRandom(''), 4)).toEqual(first(xoshiro128(0x811c9dc5), 4));
  expect(first(namedRandom('a'), 4)).toEqual(first(xoshiro128(0xe40c292c), 4));
  expect(first(namedRandom('foobar'), 4)).toEqual(first(xoshiro128(0xbf9cf968), 4));
});

test('below draws again what would favour small numbers', () => {
  // a bound of 3·2³⁰ takes three quarters of what is drawn as it is, and none of the rest
  const bound = 3 * 2 ** 30;
  const drawn = first(xoshiro128(7), 400);
  const random = xoshiro128(7);
  const kept = drawn.filter(word => word < bound);
  expect(kept.length).toBeLessThan(drawn.length);
  expect(kept.map(() => random.below(bound))).toEqual(kept);
});

test('below reaches every number and no other', () => {
  const random = xoshiro128(1);
  const counts = new Map<number, number>();
  for (let i = 0; i < 6000; i++) {
    const drawn = random.below(6);
    counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  // 1000 each, standard deviation 29
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  expect(Array.from({ length: 5 }, () => random.below(1))).toEqual([0, 0, 0, 0, 0]);
});

test('shuffled gives every order of three, about equally often, and leaves the list as it is', () => {
  const random = xoshiro128(2);
  const list = ['a', 'b', 'c'];
  const counts = new Map<string, number>();
  for (let i = 0; i < 6000; i++) {
    const order = random.shuffled(list).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  expect(list).toEqual(['a', 'b', 'c']);
});

test('there is nothing to pick from an empty list', () => {
  expect(xoshiro128(3).pick(['only'])).toBe('only');
  expect(() => xoshiro128(3).pick([])).toThrow(new RangeError('nothing to pick from'));
});
