import { escalationPays } from './properties/escalation_pays.ts';
import { scale } from './properties/scale.ts';
import { truthPays } from './properties/truth_pays.ts';
import { workPays } from './properties/work_pays.ts';
import type { Property } from './property.ts';

/** P1 to P10 as they are numbered, and P11, in the order in which they are told. */
export const properties: readonly Property[] = [...truthPays, ...workPays, ...scale, ...escalationPays].sort(
  (a, b) => Number(a.code.slice(1)) - Number(b.code.slice(1)),
);
