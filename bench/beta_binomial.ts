import type { Random } from '../udf/xoshiro128.ts';

/**
 * Draws how many of the attempts at one task succeed, where attempts at one task are alike: beta-binomial.
 *
 * Source: the urn of Eggenberger and Pólya 1923, Z Angew Math Mech 3:279–289, whose draws are beta-binomial with
 * α = p(1−ρ)/ρ and β = (1−p)(1−ρ)/ρ: after s of i, the next succeeds with (α + s)/(α + β + i). No beta is drawn, so none is
 * approximated.
 *
 * @param attempts at the task
 * @param p the share of successes over all tasks
 * @param rho correlation of two attempts at one task (ICC), from 0 to below 1
 */
export function betaBinomial(random: Random, attempts: number, p: number, rho: number): number {
  let successes = 0;
  for (let i = 0; i < attempts; i++) {
    const chance = (p * (1 - rho) + successes * rho) / (1 - rho + i * rho);
    if (random.next() < chance * 2 ** 32) successes++;
  }
  return successes;
}
