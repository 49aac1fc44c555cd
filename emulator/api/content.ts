/** GET and HEAD /v1/videos/{id}/content: the clip of a completed generation, or one part of the clip. */

import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Generation } from '../domain/generation.ts';
import { ClipUnavailable, type Clip } from '../domain/ports.ts';
import type { ContentEffect } from '../faults/effect.ts';
import { readRange } from './byte-range.ts';
import { loadClipPlan } from './to-clip-plan.ts';
import type { Answer, Call } from './call.ts';
import { damagedClip } from './faults/clip.ts';
import type { ContentFault } from './faults/reaction.ts';
import { beforeRead, readVideo } from './get.ts';
import { allowsRange, judgePreconditions, type Validators } from './preconditions.ts';
import { otherOriginUrl } from './other-origin-url.ts';
import { Refusal, unavailable } from './refusal.ts';

/** Responds with the clip. Preconditions and ranges apply only if the plain response would be 200. */
export async function getContent(call: Call): Promise<Answer> {
  const injected = call.faults && (await call.faults.before((account) => beforeRead(account, call)));
  if (injected !== undefined) return injected;
  const found = await readVideo(call);
  if (found === undefined) return new Refusal('video_not_found');
  const { generation, injection } = found;
  const fault = injection?.reaction.content;
  // An injected answer replaces the clip, so the clip is not rendered.
  const isReplaced = injection?.reaction.answer !== undefined;
  const refused = isReplaced ? new Refusal('content_unavailable') : refuseUnfinished(generation);
  if (refused !== undefined) return call.faults?.after(injection, refused) ?? refused;
  const isElsewhere = fault?.effect.otherOrigin === true;
  const answer = isElsewhere ? await redirect(call, generation) : await serveClip(call, generation, fault);
  return call.faults?.after(injection, answer) ?? answer;
}

async function redirect(call: Call, { id }: Generation) {
  const location = await otherOriginUrl(call, id);
  return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

/** A request for a clip. A request without a key has no call. */
type ClipRequest = Pick<Call, 'context' | 'accounts' | 'account' | 'request' | 'lifetime'>;

/** Responds with a clip, according to the preconditions and the range of the request. */
export async function serveClip(call: ClipRequest, generation: Generation, fault?: ContentFault): Promise<Answer> {
  const { context } = call;
  const plan = await loadClipPlan(call, generation);
  if (plan === undefined) return new Refusal('video_not_found');
  const inMemory = context.renderer.inMemory(plan);
  const since = context.monotonic();
  const made = inMemory ?? (await renderedClip(call, plan));
  if (made instanceof Refusal) return made;
  const clip = fault === undefined ? made : faultyClip(made, fault);
  const answer = serve(call, clip, { generation, fault });
  // The header reports how long the response waited for its clip.
  if (inMemory === undefined && !(answer instanceof Refusal)) {
    answer.headers['server-timing'] = `render;dur=${Math.round(context.monotonic() - since)}`;
  }
  return answer;
}

function refuseUnfinished({ status }: Generation): Refusal | undefined {
  if (status === 'completed') return undefined;
  return new Refusal(status === 'failed' ? 'content_unavailable' : 'content_not_ready');
}

async function renderedClip(
  { context, request, lifetime, account }: ClipRequest,
  plan: ClipPlan,
): Promise<Clip | Refusal> {
  try {
    const signal = AbortSignal.any([request.signal, lifetime]);
    return await context.renderer.render(plan, signal, account.name);
  } catch (cause) {
    if (!(cause instanceof ClipUnavailable)) throw cause;
    return unavailable(cause.message, cause.retryAfterSeconds);
  }
}

/** Returns the damaged clip, or the clip with another ETag in each response for clients that join ranges. */
function faultyClip(made: Clip, { effect, count }: ContentFault): Clip {
  const clip = effect.damage === undefined ? made : damagedClip(made, effect.damage);
  return effect.changeEtag ? { ...clip, etag: `${clip.etag}-${count}` } : clip;
}

function serve(
  { context: { settings }, request }: ClipRequest,
  clip: Clip,
  { generation, fault }: { readonly generation: Generation; readonly fault: ContentFault | undefined },
): Answer {
  const { hasValidators, ranges } = settings;
  const validators = hasValidators ? validatorsOf(generation, clip) : NO_VALIDATORS;
  const precondition = hasValidators ? judgePreconditions(request, validators) : undefined;
  if (precondition === 412) return new Refusal('precondition_failed');
  const { etag, lastModified } = validators;
  if (precondition === 304) {
    const headers = { 'accept-ranges': 'bytes', 'cache-control': 'private', etag, 'last-modified': lastModified };
    return { status: 304, headers, body: null };
  }
  // The headers are a literal, and further headers are added by name. A spread would be slower (bench:content).
  const headers: Record<string, string> = {
    'content-type': 'video/mp4',
    // The name under which a browser saves the clip.
    'content-disposition': `inline; filename="${generation.id}.mp4"`,
    'accept-ranges': 'bytes',
    'cache-control': 'private',
  };
  if (hasValidators) {
    headers['etag'] = etag;
    headers['last-modified'] = lastModified;
  }
  // Range is defined for GET alone, so a HEAD describes the whole clip.
  if (request.method === 'HEAD') {
    headers['content-length'] = String(clip.size);
    return { status: 200, headers, body: null };
  }
  const isRanged = allowsRange(request, validators) && fault?.effect.ignoreRange !== true;
  const range = readRange(isRanged ? request.header('range') : undefined, clip.size, ranges);
  if (range.kind === 'unsatisfiable') {
    const message = `The range starts beyond the end of the clip, which has ${clip.size} bytes.`;
    return new Refusal('range_not_satisfiable', { message, headers: { 'content-range': `bytes */${clip.size}` } });
  }
  if (range.kind === 'whole') return { status: 200, headers, body: { clip, start: 0, end: clip.size - 1 } };
  const part = partOf(range, clip.size, fault?.effect.wrongPart);
  headers['content-range'] = `bytes ${part.start}-${part.end}/${part.size}`;
  return { status: 206, headers, body: { clip, start: part.from, end: part.to } };
}

/** A part: the bytes that Content-Range names, and the bytes that are sent. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the part to send. To detect a wrong part, a client compares Content-Range with its request and the body. */
function partOf(
  { start, end }: { readonly start: number; readonly end: number },
  size: number,
  wrong: ContentEffect['wrongPart'],
): Part {
  const middle = start + Math.floor((end - start) / 2);
  const early = Math.floor(start / 2);
  if (wrong === 'shorter') return { start, end, size, from: start, to: middle };
  if (wrong === 'elsewhere') return { start: early, end, size, from: early, to: end };
  if (wrong === 'other-total') return { start, end: middle, size: middle + 1, from: start, to: middle };
  return { start, end, size, from: start, to: end };
}

/** Empty validators, with which no condition can hold. If-Range then selects the whole clip. */
const NO_VALIDATORS: Validators = { etag: '', lastModified: '' };

function validatorsOf({ createdAt }: Generation, { etag }: Clip): Validators {
  return { etag: `"${etag}"`, lastModified: new Date(createdAt).toUTCString() };
}
