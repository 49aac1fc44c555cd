/** GET and HEAD /v1/videos/{id}/content: the clip of a completed generation, whole or one part of it. */

import type { Status } from '../../contract/generation.ts';
import type { ContentEffect } from '../faults/effect.ts';
import type { Fired } from '../faults/fault-book.ts';
import type { Phase } from '../faults/phases.ts';
import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Clip } from '../domain/ports.ts';
import { ClipUnavailable } from '../domain/ports.ts';
import type { Generation } from '../domain/generation.ts';
import { onceThere, type Soon } from '../domain/soon.ts';
import type { ApiResponse } from './api-request.ts';
import { readRange } from './byte-range.ts';
import { toClipPlan } from './clip-plan.ts';
import type { ApiContext, Call } from './context.ts';
import { damagedClip } from './content-faults.ts';
import { actBeforeLook, findVideo, knownOf } from './get.ts';
import { actAfter, effectIn, isQuiet, weighAt } from './injection.ts';
import { allowsRange, judgePreconditions, type Validators } from './preconditions.ts';
import { Refusal } from './refusal.ts';

type Answer = ApiResponse | Refusal;

/** Answers with the clip. Preconditions and ranges count only where the plain answer would be 200. */
export function getContent(context: ApiContext, call: Call): Soon<Answer> {
  // Without rules nearly every range finds all that it needs at hand, and each wait costs a part of a range.
  if (!isQuiet(context, call)) return watchedContent(context, call);
  return onceThere(findVideo(context, call, false), (found) => foundContent(context, call, found));
}

/** With rules in force. */
async function watchedContent(context: ApiContext, call: Call): Promise<Answer> {
  const injected = await actBeforeLook(context, call);
  if (injected !== undefined) return injected;
  return foundContent(context, call, await findVideo(context, call, false));
}

function foundContent(context: ApiContext, call: Call, generation: Generation | Refusal): Soon<Answer> {
  if (generation instanceof Refusal) return generation;
  return isQuiet(context, call)
    ? plainAnswer(context, call, { generation, fault: undefined })
    : weighedContent(context, call, generation);
}

async function weighedContent(context: ApiContext, call: Call, generation: Generation): Promise<Answer> {
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

function plainAnswer(context: ApiContext, call: Call, download: Download): Soon<Answer> {
  const { generation } = download;
  if (generation.status === 'failed') return new Refusal('content_unavailable');
  if (generation.status !== 'completed') return new Refusal('content_not_ready');
  const plan = toClipPlan(generation);
  const clip = context.renderer.atHand(plan);
  if (clip !== undefined) return clipAnswer(call, clip, download);
  return renderedClip(context, call, plan).then((made) =>
    made instanceof Refusal ? made : clipAnswer(call, made, download),
  );
}

function clipAnswer(call: Call, clip: Clip, download: Download): Answer {
  const damage = download.fault?.effect.damage;
  const served = damage === undefined ? clip : damagedClip(clip, damage);
  return serve(call, retagged(served, download.fault), download);
}

/** A tag that differs with each answer, for clients that join ranges without looking at it. */
function retagged(clip: Clip, fault: ClipFault | undefined): Clip {
  return fault?.effect.changeEtag === true ? { ...clip, etag: `${clip.etag}-${fault.count}` } : clip;
}

async function renderedClip(context: ApiContext, call: Call, plan: ClipPlan): Promise<Clip | Refusal> {
  try {
    const signal = (): AbortSignal => AbortSignal.any([call.request.signal, call.epoch]);
    return await context.renderer.render(plan, signal);
  } catch (cause) {
    if (!(cause instanceof ClipUnavailable)) throw cause;
    const headers = { 'retry-after': String(cause.retryAfterSeconds) };
    return new Refusal('service_unavailable', { message: cause.message, headers });
  }
}

function serve({ request }: Call, clip: Clip, { generation, fault }: Download): Answer {
  const validators = validatorsOf(generation, clip.etag);
  const precondition = judgePreconditions(request, validators);
  if (precondition === 412) return new Refusal('precondition_failed');
  if (precondition === 304) return { status: 304, headers: representationHeaders(validators), body: null };
  // Range is defined for GET alone, so HEAD tells of the whole.
  if (request.method === 'HEAD') return wholeHead(clip, validators);

  const range =
    allowsRange(request, validators) && fault?.effect.ignoreRange !== true
      ? readRange(request.header('range'), clip.size)
      : { kind: 'whole' as const };
  if (range.kind === 'unsatisfiable') {
    const message = `The range starts beyond the end of the clip, which has ${clip.size} bytes.`;
    return new Refusal('range_not_satisfiable', { message, headers: { 'content-range': `bytes */${clip.size}` } });
  }
  if (range.kind === 'whole') {
    return { status: 200, headers: clipHeaders(validators), body: { clip, start: 0, end: clip.size - 1 } };
  }
  const { start, end } = range;
  return {
    status: 206,
    headers: partHeaders(validators, `bytes ${start}-${end}/${clip.size}`),
    body: { clip, start, end },
  };
}

interface Tagged extends Validators {
  /** Without its quotes. */
  readonly tag: string;
}

const known = new WeakMap<Generation, Tagged>();

/** The tag and the date as headers; kept, because a player asks for range after range and formatting a date is slow. */
function validatorsOf(generation: Generation, tag: string): Validators {
  const same = known.get(generation);
  if (same?.tag === tag) return same;
  const made = { tag, etag: `"${tag}"`, lastModified: new Date(generation.createdAt).toUTCString() };
  known.set(generation, made);
  return made;
}

// Headers are written out as literals and added to by name: an object that was spread has a shape of its own with each answer, which slows the engine.

function representationHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return { 'accept-ranges': 'bytes', 'cache-control': 'private', etag, 'last-modified': lastModified };
}

function clipHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'cache-control': 'private',
    etag,
    'last-modified': lastModified,
  };
}

function partHeaders(validators: Validators, contentRange: string): Record<string, string> {
  const headers = clipHeaders(validators);
  headers['content-range'] = contentRange;
  return headers;
}

function wholeHead(clip: Clip, validators: Validators): ApiResponse {
  const headers = clipHeaders(validators);
  headers['content-length'] = String(clip.size);
  return { status: 200, headers, body: null };
}
