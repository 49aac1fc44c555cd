/** Turns a valid order into the generation that the store keeps. */

import type { Micros } from '../../contract/prices.ts';
import type { CreateVideoRequest, SubjectMap } from '../../contract/request.ts';
import type { Workflow } from '../../contract/workflow.ts';
import type { PlannedInput } from '../domain/clip-plan.ts';
import { uuid } from '../domain/draw.ts';
import type { Assignment, Generation, GenerationSource } from '../domain/generation.ts';
import { limitsOf, takeSlot } from '../domain/limits.ts';
import type { Inspected, Waiting } from '../domain/provider.ts';
import type { Plan } from '../domain/plan.ts';
import type { Draft, Position } from '../domain/store.ts';
import type { ApiContext, Call } from './context.ts';

/** A create that has passed every check but the balance. */
export interface Order {
  readonly request: CreateVideoRequest;
  readonly workflow: Workflow;
  readonly sources: readonly Generation[];
  readonly inspected: Inspected | Waiting;
  /** The length of the clip. */
  readonly seconds: number;
  readonly cost: Micros;
}

/** Drafts the generation with this number in its account; the number makes its id and its draws its own. */
export function draftOf(
  { provider }: ApiContext,
  { account, now }: Call,
  { order, position }: { order: Order; position: Position },
): Draft {
  const { request, inspected } = order;
  const { seed, latency, limits } = account.settings;
  const draw = [seed, account.origin, 'generation', position.number];
  const hasInputs = request.image_urls.length + request.audio_urls.length + order.sources.length > 0;
  const work = { createdAt: now, seconds: order.seconds, resolution: request.resolution, hasInputs, draw };
  const plan: Plan = 'arrival' in inspected ? { kind: 'waiting' } : provider.plan(latency, work, inspected.failure);
  const running = limitsOf(limits)?.running;
  const placed =
    running === undefined || plan.kind !== 'timed'
      ? { plan, slots: position.slots }
      : takeSlot(plan, position.slots, running);
  const generation: Generation = {
    id: uuid(draw),
    seed,
    createdAt: now,
    assignment: assignmentOf(order),
    cost: order.cost,
    plan: placed.plan,
    polls: 0,
    status: 'pending',
    failure: undefined,
  };
  return { generation, slots: placed.slots };
}

function assignmentOf({ request, workflow, sources, inspected, seconds }: Order): Assignment {
  return {
    prompt: request.prompt,
    workflow,
    resolution: request.resolution,
    size: 'arrival' in inspected ? inspected.provisional : inspected.size,
    seconds,
    audio: request.audio,
    images: inputs(request.image_urls, request.subject_to_image_ids),
    audios: inputs(request.audio_urls, request.subject_to_audio_ids),
    sources: sourcesOf(sources, request.subject_to_video_ids),
  };
}

/** Shared, because most generations have no references and a million of them may be pending. */
const NONE: readonly never[] = [];

function inputs(urls: readonly string[], map: SubjectMap | undefined): readonly PlannedInput[] {
  return urls.length === 0 ? NONE : urls.map((url, at) => ({ url, handles: handlesOf(map, at) }));
}

function sourcesOf(sources: readonly Generation[], map: SubjectMap | undefined): readonly GenerationSource[] {
  return sources.length === 0 ? NONE : sources.map((generation, at) => ({ generation, handles: handlesOf(map, at) }));
}

function handlesOf(map: SubjectMap | undefined, index: number): readonly string[] {
  if (map === undefined) return NONE;
  return Object.entries(map)
    .filter(([, indexes]) => indexes.includes(index))
    .map(([handle]) => handle);
}
