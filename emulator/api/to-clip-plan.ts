/** Converts a generation to its clip plan, which contains the plans of its sources. */

import { createHash } from 'node:crypto';
import type { Account, CollectionName } from '../domain/account.ts';
import { findGeneration } from '../domain/account-generations.ts';
import type { ClipPlan } from '../domain/clip-plan.ts';
import { decide, type Subject } from '../domain/decide.ts';
import type { Generation } from '../domain/generation.ts';

/** The plans of completed generations, which do not change. Players request many ranges of a clip. */
const cachedPlans = new WeakMap<Generation, ClipPlan>();

/** Converts a generation to its clip plan. Clips that share a source share its plan object. */
export function toClipPlan(generation: Generation, account = NO_SOURCES): ClipPlan {
  const same = cachedPlans.get(generation);
  if (same !== undefined) return same;
  const { id, seed, assignment } = generation;
  // The depth of generations is limited, so the recursion is limited, too.
  const sources = assignment.sources.flatMap((source) => {
    const made = findGeneration(account, source.id);
    return made === undefined ? [] : [{ clip: toClipPlan(made, account), handles: source.handles }];
  });
  const plan = withKey({ id, seed, ...assignment, sources });
  // A store may load only a part of an account. A plan without a source must not be used again.
  const isWhole = assignment.sources.every((source) =>
    cachedPlans.has(findGeneration(account, source.id) ?? generation),
  );
  if (isWhole) cachedPlans.set(generation, plan);
  return plan;
}

/** Converts a generation of an account that may be loaded in part. Returns undefined if the account was removed. */
export async function loadClipPlan(subject: Subject, generation: Generation): Promise<ClipPlan | undefined> {
  const { id, assignment } = generation;
  if (assignment.sources.length === 0) return toClipPlan(generation);
  return decide(subject, (account) => toClipPlan(findGeneration(account, id) ?? generation, account));
}

/** The generations of an account that loaded none. A generation without sources needs none. */
const NO_SOURCES: Pick<Account, CollectionName> = { open: new Map(), ended: new Map() };

/** Adds the key to a plan. Sources already have their keys, so each distinct clip is hashed once. */
export function withKey(facts: Omit<ClipPlan, 'key'>): ClipPlan {
  // The fields are listed by name, because the key must not depend on the property order of an object.
  const { id, seed, prompt, workflow, resolution, size, seconds, audio, images, audios, sources } = facts;
  const own = [id, seed, prompt, workflow, resolution, size.width, size.height, seconds, audio];
  const files = [images, audios].map((inputs) => inputs.map(({ url, handles }) => [url, handles]));
  const clips = sources.map(({ clip, handles }) => [clip.key, handles]);
  const key = createHash('sha256')
    .update(JSON.stringify([own, files, clips]))
    .digest('hex');
  return { key, id, seed, prompt, workflow, resolution, size, seconds, audio, images, audios, sources };
}
