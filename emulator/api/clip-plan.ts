/** What the clip of a generation must show; its sources come along as plans of their own, never as stored content. */

import { createHash } from 'node:crypto';

import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Generation } from '../domain/generation.ts';

const known = new WeakMap<Generation, ClipPlan>();

/**
 * Turns a generation into the plan that the renderer works from; the same one each time, because a player asks for
 * range after range.
 */
export function toClipPlan(generation: Generation): ClipPlan {
  const same = known.get(generation);
  if (same !== undefined) return same;
  const plan = planOf(generation);
  known.set(generation, plan);
  return plan;
}

/**
 * Gives a plan its key. The sources have theirs already, so each distinct clip is digested once, however many clips
 * show it.
 */
export function withKey(facts: Omit<ClipPlan, 'key'>): ClipPlan {
  // By name and in one order: a key must not depend on how an object was put together.
  const { id, seed, createdAt, prompt, workflow, resolution, size, seconds, audio, images, audios, sources } = facts;
  const own = [id, seed, createdAt, prompt, workflow, resolution, size.width, size.height, seconds, audio];
  const files = [images, audios].map((inputs) => inputs.map(({ url, handles }) => [url, handles]));
  const clips = sources.map(({ clip, handles }) => [clip.key, handles]);
  const key = createHash('sha256')
    .update(JSON.stringify([own, files, clips]))
    .digest('hex');
  return { key, id, seed, createdAt, prompt, workflow, resolution, size, seconds, audio, images, audios, sources };
}

/** The depth of generations is bounded, and so is this recursion. */
function planOf({ id, seed, createdAt, assignment }: Generation): ClipPlan {
  const sources = assignment.sources.map(({ generation, handles }) => ({ clip: toClipPlan(generation), handles }));
  return withKey({ id, seed, createdAt, ...assignment, sources });
}
