/** GET and HEAD /v1/videos/{id}/content: the clip of a completed generation, whole or one part of it. */

import type { Status } from '../../contract/generation.ts';
import type { ContentEffect } from '../faults/effect.ts';
import type { Fired } from '../faults/fault-book.ts';
import type { Phase } from '../faults/phases.ts';
import type { Clip } from '../domain/ports.ts';
import { ClipUnavailable } from '../domain/ports.ts';
import type { Generation } from '../domain/generation.ts';
import type { ApiResponse } from './api-request.ts';
import { readRange } from './byte-range.ts';
import { toClipPlan } from './clip-plan.ts';
import type { ApiContext, Call } from './context.ts';
import { damagedClip } from './content-faults.ts';
import { actBeforeLook, findVideo, knownOf } from './get.ts';
import { actAfter, effectIn, isQuiet, weighAt } from './injection.ts';
import { allowsRange, judgePreconditions, type Validators } from './preconditions.ts';
import { Refusal } from './refusal.ts';

/** Answers with the clip. Preconditions and ranges count only where the plain answer would be 200. */
export async function getContent(context: ApiContext, call: Call): Promise<ApiResponse | Refusal> {
  const isStill = isQuiet(context, call);
  const injected = isStill ? undefined : await actBeforeLook(context, call);
  if (injected !== undefined) return injected;
  const generation = await findVideo(context, call, false);
  if (generation instanceof Refusal) return generation;
  if (isStill && isQuiet(context, call)) return plainAnswer(context, call, { generation, fault: undefined });
  const fired = weighAt(context, call, { phases: PHASES[generation.status], known: knownOf(generation) });
  // An answer that takes the clip's place need not wait for the clip.
  const isReplaced = effectIn(fired, 'answer') !== undefined;
  const answer = isReplaced
    ? new Refusal('content_unavailable')
    : await plainAnswer(context, call, { generation, fault: clipFault(fired) });
  return actAfter(context, call, { fired, answer });
}

const PHASES: Record<Status, readonly Phase[]> = {
  pending: ['while-running'],
  running: ['while-running'],
  completed: ['during-download', 'after-completion'],
  failed: ['after-completion'],
};

interface Download {
  readonly generation: Generation;
  readonly fault: ClipFault | undefined;
}

/** What a rule does to the clip, and how often it has done so. */
interface ClipFault {
  readonly effect: ContentEffect;
  readonly count: number;
}

function clipFault(fired: readonly Fired[]): ClipFault | undefined {
  for (const { effect, count } of fired) if (effect.kind === 'content') return { effect, count };
  return undefined;
}

async function plainAnswer(
  context: ApiContext,
  call: Call,
  { generation, fault }: Download,
): Promise<ApiResponse | Refusal> {
  if (generation.status === 'failed') return new Refusal('content_unavailable');
  if (generation.status !== 'completed') return new Refusal('content_not_ready');
  const clip = await renderedClip(context, call, generation);
  if (clip instanceof Refusal) return clip;
  const damage = fault?.effect.damage;
  const sent = damage === undefined ? clip : await damagedClip(clip, damage);
  return serve(call, retagged(sent, fault), { generation, fault });
}

/** A tag that differs with each answer, for clients that join ranges without looking at it. */
function retagged(clip: Clip, fault: ClipFault | undefined): Clip {
  return fault?.effect.changeEtag === true ? { ...clip, etag: `${clip.etag}-${fault.count}` } : clip;
}

async function renderedClip(context: ApiContext, call: Call, generation: Generation): Promise<Clip | Refusal> {
  try {
    const signal = (): AbortSignal => AbortSignal.any([call.request.signal, call.epoch]);
    return await context.renderer.render(toClipPlan(generation), signal);
  } catch (cause) {
    if (!(cause instanceof ClipUnavailable)) throw cause;
    const headers = { 'retry-after': String(cause.retryAfterSeconds) };
    return new Refusal('service_unavailable', { message: cause.message, headers });
  }
}

function serve({ request }: Call, clip: Clip, { generation, fault }: Download): ApiResponse | Refusal {
  const validators = { etag: `"${clip.etag}"`, lastModified: new Date(generation.createdAt).toUTCString() };
  const precondition = judgePreconditions(request, validators);
  const headers = representationHeaders(validators);
  if (precondition === 412) return new Refusal('precondition_failed');
  if (precondition === 304) return { status: 304, headers, body: null };
  if (request.method === 'HEAD') return wholeHead(clip, headers);

  const range =
    allowsRange(request, validators) && fault?.effect.ignoreRange !== true
      ? readRange(request.header('range'), clip.size)
      : { kind: 'whole' as const };
  if (range.kind === 'unsatisfiable') {
    const message = `The range starts beyond the end of the clip, which has ${clip.size} bytes.`;
    return new Refusal('range_not_satisfiable', { message, headers: { 'content-range': `bytes */${clip.size}` } });
  }
  if (range.kind === 'whole') {
    return { status: 200, headers: typed(headers), body: { clip, start: 0, end: clip.size - 1 } };
  }
  const { start, end } = range;
  const contentRange = `bytes ${start}-${end}/${clip.size}`;
  return { status: 206, headers: { ...typed(headers), 'content-range': contentRange }, body: { clip, start, end } };
}

function representationHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return { 'accept-ranges': 'bytes', 'cache-control': 'private', etag, 'last-modified': lastModified };
}

function typed(headers: Record<string, string>): Record<string, string> {
  return { 'content-type': 'video/mp4', ...headers };
}

/** Range is defined for GET alone, so HEAD tells of the whole. */
function wholeHead(clip: Clip, headers: Record<string, string>): ApiResponse {
  return { status: 200, headers: { ...typed(headers), 'content-length': String(clip.size) }, body: null };
}
