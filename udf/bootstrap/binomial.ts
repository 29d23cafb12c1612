import type { Random } from '../xoshiro128.ts';

/**
 * Draws how many of n independent trials succeed.
 *
 * Source: for few expected successes inversion (Kachitvichyanukul and Schmeiser 1988, CACM 31:216–222, BINV); else the
 * transformed rejection BTRS of Hörmann 1993, J Stat Comput Simul 46:101–110. Held against the binomial itself.
 *
 * @param n a whole number of trials
 * @param p the chance of each, from 0 to 1
 */
export function binomial(random: Random, n: number, p: number): number {
  if (n === 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - binomial(random, n, 1 - p);
  return n * p < 10 ? byInversion(random, n, p) : byRejection(random, n, p);
}

/** Uniform between 0 and 1, neither of them. */
const uniform = (random: Random) => (random.next() + 0.5) / 2 ** 32;

function byInversion(random: Random, n: number, p: number): number {
  const odds = p / (1 - p);
  for (;;) {
    let left = uniform(random);
    // of n·p < 10 this is no less than e⁻²⁰: it never vanishes
    let share = (1 - p) ** n;
    for (let k = 0; k <= n; k++) {
      if (left <= share) return k;
      left -= share;
      share *= ((n - k) / (k + 1)) * odds;
    }
  }
}

function byRejection(random: Random, n: number, p: number): number {
  const odds = p / (1 - p);
  const deviation = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = n * p + 0.5;
  const inside = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const mode = Math.floor((n + 1) * p);
  const atMode = (mode + 0.5) * Math.log((mode + 1) / (odds * (n - mode + 1))) + tail(mode) + tail(n - mode);
  for (;;) {
    const u = uniform(random) - 0.5;
    const v = uniform(random);
    const edge = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / edge + b) * u + centre);
    if (edge >= 0.07 && v <= inside) return k;
    if (k < 0 || k > n) continue;
    const bound =
      atMode +
      (n + 1) * Math.log((n - mode + 1) / (n - k + 1)) +
      (k + 0.5) * Math.log((odds * (n - k + 1)) / (k + 1)) -
      tail(k) -
      tail(n - k);
    if (Math.log((v * alpha) / (a / (edge * edge) + b)) <= bound) return k;
  }
}

/** ln k! less Stirling's approximation of it. */
const small = [
  0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.020790672103765, 0.0166446911898211,
  0.0138761288230707, 0.0118967099458917, 0.010411265261972, 0.00925546218271273, 0.00833056343336287,
];

function tail(k: number): number {
  const known = small[k];
  if (known !== undefined) return known;
  const square = (k + 1) ** 2;
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1);
}
