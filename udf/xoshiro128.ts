/** Random numbers from a seed: the same seed, the same sequence, on every machine. */
export type Random = {
  /** Uniform over 0 … 2³² − 1. */
  next(): number;
  /** Uniform over 0 … bound − 1, without bias; `bound` up to 2³². */
  below(bound: number): number;
  /**
   * Fills with numbers from 0 to bound − 1, one word each: floor(word · bound / 2³²). Ten times as fast as `below`, and
   * off by at most bound / 2³² of a share: for resampling, where millions are drawn.
   */
  fill(indices: Uint32Array, bound: number): void;
  /**
   * Draws as many places as the two lists of one length have, as `fill` does, and adds up what both have there: in one loop, which
   * is a fifth faster than to fill first.
   */
  sumDrawn(one: Float64Array, other: Float64Array, into: Float64Array): void;
  /** One of the elements. @throws RangeError for an empty list */
  pick<T>(from: readonly T[]): T;
  /** The elements in another order (Fisher–Yates). */
  shuffled<T>(from: readonly T[]): T[];
};

/**
 * xoshiro128** (Blackman and Vigna, 2018, public domain), its state filled by splitmix32 from a 32-bit seed.
 *
 * @param seed a whole number; its lowest 32 bits count
 */
export function xoshiro128(seed: number): Random {
  return randomFrom(splitmix32(seed));
}

/**
 * The generator of a name: what is drawn for one thing does not depend on what else is drawn, or in which order.
 *
 * @param name any text, as `shifts/7/feasible`
 */
export function namedRandom(name: string): Random {
  // FNV-1a, 32 bits, over UTF-16 code units
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return xoshiro128(hash >>> 0);
}

/** xoshiro128** from its four words of state, not all of them zero. */
export function randomFrom(state: readonly [number, number, number, number]): Random {
  let [a, b, c, d] = state;
  const next = () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
  const below = (bound: number) => {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const drawn = next();
      if (drawn < limit) return drawn % bound;
    }
  };
  const fill = (indices: Uint32Array, bound: number) => {
    // the state in local variables: the loop then runs without allocating
    let [w, x, y, z] = [a | 0, b | 0, c | 0, d | 0];
    const share = bound / 2 ** 32;
    for (let i = 0; i < indices.length; i++) {
      const fives = Math.imul(x, 5);
      indices[i] = (Math.imul((fives << 7) | (fives >>> 25), 9) >>> 0) * share;
      const shifted = x << 9;
      y ^= w;
      z ^= x;
      x ^= y;
      w ^= z;
      y ^= shifted;
      z = (z << 11) | (z >>> 21);
    }
    [a, b, c, d] = [w, x, y, z];
  };
  const sumDrawn = (one: Float64Array, other: Float64Array, into: Float64Array) => {
    let [w, x, y, z] = [a | 0, b | 0, c | 0, d | 0];
    let [sum, otherSum] = [0, 0];
    const share = one.length / 2 ** 32;
    for (let i = 0; i < one.length; i++) {
      const fives = Math.imul(x, 5);
      const place = ((Math.imul((fives << 7) | (fives >>> 25), 9) >>> 0) * share) | 0;
      sum += one[place] as number;
      otherSum += other[place] as number;
      const shifted = x << 9;
      y ^= w;
      z ^= x;
      x ^= y;
      w ^= z;
      y ^= shifted;
      z = (z << 11) | (z >>> 21);
    }
    [a, b, c, d] = [w, x, y, z];
    into[0] = sum;
    into[1] = otherSum;
  };
  return {
    next,
    below,
    fill,
    sumDrawn,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new RangeError('nothing to pick from');
      return from[below(from.length)] as T;
    },
    shuffled<T>(from: readonly T[]): T[] {
      const order = [...from];
      for (let i = order.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [order[i], order[j]] = [order[j] as T, order[i] as T];
      }
      return order;
    },
  };
}

function splitmix32(seed: number): [number, number, number, number] {
  let state = seed >>> 0;
  const word = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return [word(), word(), word(), word()];
}

function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
