/** What the clip of a generation must show; its sources come along as plans of their own, never as stored content. */

import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Generation } from '../domain/generation.ts';

/** Turns a generation into the plan that the renderer works from. */
export function toClipPlan({ id, seed, createdAt, assignment }: Generation): ClipPlan {
  const sources = assignment.sources.map(({ generation, handles }) => ({ clip: toClipPlan(generation), handles }));
  return { id, seed, createdAt, ...assignment, sources };
}
