/** GET and HEAD /v1/videos/{id}/content: the clip of a completed generation, whole or one part of it. */

import type { Clip } from '../domain/ports.ts';
import { ClipUnavailable } from '../domain/ports.ts';
import type { Generation } from '../domain/generation.ts';
import type { ApiResponse } from './api-request.ts';
import { readRange } from './byte-range.ts';
import { toClipPlan } from './clip-plan.ts';
import type { ApiContext, Call } from './context.ts';
import { findVideo } from './get.ts';
import { allowsRange, judgePreconditions, type Validators } from './preconditions.ts';
import { Refusal } from './refusal.ts';

/** Answers with the clip. Preconditions and ranges count only where the plain answer would be 200. */
export async function getContent(context: ApiContext, call: Call): Promise<ApiResponse | Refusal> {
  const generation = await findVideo(context, call, false);
  if (generation instanceof Refusal) return generation;
  if (generation.status === 'failed') return new Refusal('content_unavailable');
  if (generation.status !== 'completed') return new Refusal('content_not_ready');
  const clip = await renderedClip(context, call, generation);
  return clip instanceof Refusal ? clip : serve(call, clip, generation);
}

async function renderedClip(context: ApiContext, call: Call, generation: Generation): Promise<Clip | Refusal> {
  try {
    const signal = AbortSignal.any([call.request.signal, call.epoch]);
    return await context.renderer.render(toClipPlan(generation), signal);
  } catch (cause) {
    if (!(cause instanceof ClipUnavailable)) throw cause;
    const headers = { 'retry-after': String(cause.retryAfterSeconds) };
    return new Refusal('service_unavailable', { message: cause.message, headers });
  }
}

function serve({ request }: Call, clip: Clip, { createdAt }: Generation): ApiResponse | Refusal {
  const validators = { etag: `"${clip.etag}"`, lastModified: new Date(createdAt).toUTCString() };
  const precondition = judgePreconditions(request, validators);
  const headers = representationHeaders(validators);
  if (precondition === 412) return new Refusal('precondition_failed');
  if (precondition === 304) return { status: 304, headers, body: null };
  if (request.method === 'HEAD') return wholeHead(clip, headers);

  const range = allowsRange(request, validators)
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
