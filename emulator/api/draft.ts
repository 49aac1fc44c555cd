/** Turns a valid order into the generation that the store keeps. */

import type { Micros } from '../../contract/prices.ts';
import type { CreateVideoRequest, SubjectMap } from '../../contract/request.ts';
import type { Workflow } from '../../contract/workflow.ts';
import type { PlannedInput } from '../domain/clip-plan.ts';
import { uuid, type DrawKey } from '../domain/draw.ts';
import type { Assignment, Generation, GenerationSource } from '../domain/generation.ts';
import { limitsOf, takeSlot } from '../domain/limits.ts';
import type { Inspected, Waiting } from '../domain/provider.ts';
import { changePlan } from '../domain/outcome.ts';
import type { DecidedPlan, Plan } from '../domain/plan.ts';
import type { Draft, Position } from '../domain/store.ts';
import type { Fired } from '../faults/fault-book.ts';
import type { Redactor } from '../journal/redact.ts';
import type { ApiContext, Call } from './context.ts';
import { sentKey } from './sent-key.ts';

/** A create that has passed every check but the balance. */
export interface Order {
  readonly request: CreateVideoRequest;
  readonly workflow: Workflow;
  readonly sources: readonly Generation[];
  readonly inspected: Inspected | Waiting;
  /** The length of the clip. */
  readonly seconds: number;
  readonly cost: Micros;
  /** The failure scenarios that were asked for this generation alone. */
  readonly scenarios: readonly string[];
}

/** Drafts the generation with this number in its account; the number makes its id and its draws its own. */
export function draftOf(context: ApiContext, call: Call, { order, position }: Drafting): Draft {
  const { seed, limits } = call.account.settings;
  const draw = [seed, call.account.origin, 'generation', position.number];
  const outcome = call.fired.find(({ effect }) => effect.kind === 'outcome');
  const plan = planOf(context, call, { order, draw });
  const running = limitsOf(limits)?.running;
  const placed =
    running === undefined || plan.kind !== 'timed'
      ? { plan, slots: position.slots }
      : takeSlot(plan, position.slots, running);
  const generation: Generation = {
    id: uuid(draw),
    seed,
    createdAt: call.now,
    assignment: assignmentOf(order, context.redactors.redactorFor([sentKey(call.request)])),
    cost: order.cost,
    plan: placed.plan,
    polls: 0,
    status: 'pending',
    scenarios: order.scenarios.length === 0 ? NONE : order.scenarios,
    fault: outcome?.rule,
    refund: outcome?.effect.kind === 'outcome' ? outcome.effect.refund : undefined,
    failure: undefined,
  };
  return { generation, slots: placed.slots };
}

interface Drafting {
  readonly order: Order;
  readonly position: Position;
}

function planOf(
  { provider }: ApiContext,
  { account, now, fired }: Call,
  { order, draw }: { order: Order; draw: DrawKey },
): Plan {
  const { request, inspected, seconds, sources } = order;
  if ('arrival' in inspected) return { kind: 'waiting' };
  const hasInputs = request.image_urls.length + request.audio_urls.length + sources.length > 0;
  const work = { createdAt: now, seconds, resolution: request.resolution, hasInputs, draw };
  const plan = provider.plan(account.settings.latency, work, inspected.failure);
  return planWithFaults(plan, fired, now);
}

/** The plan as the rules have it that fired for the create. */
export function planWithFaults(plan: DecidedPlan, fired: readonly Fired[], now: number): DecidedPlan {
  return fired.reduce((so, { effect }) => (effect.kind === 'outcome' ? changePlan(so, effect, now) : so), plan);
}

/** A prompt is kept, shown and put into snapshots; a key that somebody pasted into it is not. */
function assignmentOf({ request, workflow, sources, inspected, seconds }: Order, { redact }: Redactor): Assignment {
  return {
    prompt: redact(request.prompt),
    workflow,
    resolution: request.resolution,
    size: 'arrival' in inspected ? inspected.provisional : inspected.size,
    seconds,
    audio: request.audio,
    images: inputs(request.image_urls, request.subject_to_image_ids),
    audios: inputs(request.audio_urls, request.subject_to_audio_ids),
    sources: sourcesOf(sources, request.subject_to_video_ids),
    depth: sources.reduce((deepest, source) => Math.max(deepest, source.assignment.depth + 1), 0),
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
