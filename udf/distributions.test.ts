import { expect, test } from 'vitest';
import { figures } from '../fixtures/oracle.ts';
import { normalQuantile, normalShare, twoSidedP, twoSidedT, twoSidedZ } from './distributions.ts';

test('z and the share below it are those of 40-digit arithmetic', () => {
  for (const { p, z } of figures<'p' | 'z'>('normal_quantiles.csv')) {
    expect(Math.abs(normalQuantile(p) - z), `p ${p}`).toBeLessThan(1e-12);
    expect(Math.abs(normalShare(z) - p), `z ${z}`).toBeLessThan(1e-12);
    if (p > 0.5) expect(Math.abs(twoSidedZ(2 * p - 1) - z), `p ${p}`).toBeLessThan(1e-12);
  }
});

test('t and its p-value are those of 40-digit arithmetic', () => {
  const rows = figures<'df' | 'p' | 't'>('t_quantiles.csv');
  expect(rows.length).toBeGreaterThan(300);
  for (const { df, p, t } of rows) {
    expect(Math.abs(twoSidedT(2 * p - 1, df) / t - 1), `${df}, ${p}`).toBeLessThan(1e-11);
    expect(Math.abs(twoSidedP(t, df) - 2 * (1 - p)), `${df}, ${p}`).toBeLessThan(1e-11);
  }
});
