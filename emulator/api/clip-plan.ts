/** What the clip of a generation must show; its sources come along as plans of their own, never as stored content. */

import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Generation } from '../domain/generation.ts';

const known = new WeakMap<Generation, ClipPlan>();

/** Turns a generation into the plan that the renderer works from; the same one each time, because a player asks for range after range. */
export function toClipPlan(generation: Generation): ClipPlan {
  const same = known.get(generation);
  if (same !== undefined) return same;
  const plan = planOf(generation);
  known.set(generation, plan);
  return plan;
}

function planOf({ id, seed, createdAt, assignment }: Generation): ClipPlan {
  const sources = assignment.sources.map(({ generation, handles }) => ({ clip: toClipPlan(generation), handles }));
  return { id, seed, createdAt, ...assignment, sources };
}
