import { didYouMean } from '../../config/nearest.ts';
import { misuse } from '../../failure.ts';
import type { Adapter } from './adapter.ts';

/** The adapters by name, each loaded when it is asked for. */
const adapters: Readonly<Record<string, () => Promise<Adapter>>> = {
  'tau-bench': async () => (await import('./tau_bench.ts')).tauBench,
};

/** @throws Failure 2 naming the nearest adapter */
export async function findAdapter(name: string): Promise<Adapter> {
  const load = Object.hasOwn(adapters, name) ? adapters[name] : undefined;
  if (load) return load();
  throw misuse(`candor import: ${name}: no such adapter${didYouMean(name, Object.keys(adapters))}`);
}
