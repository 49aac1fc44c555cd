/** GET and HEAD /v1/videos/{id}/content: the clip of a completed generation, or one part of the clip. */

import type { Account } from '../domain/account.ts';
import type { ClipPlan } from '../domain/clip-plan.ts';
import type { Generation } from '../domain/generation.ts';
import { ClipUnavailable, type Clip } from '../domain/ports.ts';
import type { ContentEffect } from '../faults/effect.ts';
import type { ApiResponse } from './messages.ts';
import { readRange } from './byte-range.ts';
import { loadClipPlan } from './to-clip-plan.ts';
import type { RequestContext } from './request-context.ts';
import type { ApiContext, ApiSettings } from './context.ts';
import { damagedClip } from './faults/clip.ts';
import type { ContentFault } from './faults/reaction.ts';
import { beforeRead, readVideo } from './get.ts';
import { allowsRange, judgePreconditions, type Validators } from './preconditions.ts';
import { otherOriginUrl } from './other-origin-url.ts';
import { Refusal } from './refusal.ts';

type Answer = ApiResponse | Refusal;

/** Responds with the clip. Preconditions and ranges apply only if the plain response would be 200. */
export async function getContent(context: ApiContext, call: RequestContext): Promise<Answer> {
  const injected = call.faults && (await call.faults.before((account) => beforeRead(account, call)));
  if (injected !== undefined) return injected;
  // A HEAD downloads nothing, so it does not count as the first download for a rule.
  const found = await readVideo(context, call, { isPoll: false, isDownload: call.request.method !== 'HEAD' });
  if (found === undefined) return new Refusal('video_not_found');
  const { generation, injection } = found;
  const fault = injection?.reaction.content;
  // An injected answer replaces the clip, so the clip is not rendered.
  const isReplaced = injection?.reaction.answer !== undefined;
  const refused = isReplaced ? new Refusal('content_unavailable') : refuseUnfinished(generation);
  if (refused !== undefined) return call.faults?.after(injection, refused) ?? refused;
  const answer = isRedirected(fault)
    ? await redirect(context, call, generation)
    : await serveClip(context, call, { account: found.account, generation, fault });
  return call.faults?.after(injection, answer) ?? answer;
}

function isRedirected(fault: ContentFault | undefined): boolean {
  return fault?.effect.otherOrigin === true;
}

async function redirect(
  context: ApiContext,
  { request, account }: RequestContext,
  { id }: Generation,
): Promise<ApiResponse> {
  const location = await otherOriginUrl(context, request, { account: account.name, id });
  return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

/** The clip to serve, and the fault that changes it. */
export interface ServedClip {
  readonly account: Account;
  readonly generation: Generation;
  readonly fault?: ContentFault | undefined;
}

/** Responds with a clip, according to the preconditions and the range of the request. */
export async function serveClip(
  context: ApiContext,
  call: Pick<RequestContext, 'request' | 'lifetime'>,
  { account, generation, fault }: ServedClip,
): Promise<Answer> {
  const plan = await loadClipPlan(context.accounts, { account, lifetime: call.lifetime }, generation);
  if (plan === undefined) return new Refusal('video_not_found');
  const inMemory = context.renderer.inMemory(plan);
  const since = context.monotonic();
  const made = inMemory ?? (await renderedClip(context, call, { plan, account }));
  if (made instanceof Refusal) return made;
  const clip = fault === undefined ? made : faultyClip(made, fault);
  const answer = serve(context.settings, call, { clip, generation, fault });
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
  context: ApiContext,
  call: Pick<RequestContext, 'request' | 'lifetime'>,
  { plan, account }: { readonly plan: ClipPlan; readonly account: Account },
): Promise<Clip | Refusal> {
  try {
    const signal = AbortSignal.any([call.request.signal, call.lifetime]);
    return await context.renderer.render(plan, signal, account.name);
  } catch (cause) {
    if (!(cause instanceof ClipUnavailable)) throw cause;
    const headers = { 'retry-after': String(cause.retryAfterSeconds) };
    return new Refusal('service_unavailable', { message: cause.message, headers });
  }
}

/** Returns the damaged clip, or the clip with another ETag in each response for clients that join ranges. */
function faultyClip(made: Clip, { effect, count }: ContentFault): Clip {
  const clip = effect.damage === undefined ? made : damagedClip(made, effect.damage);
  return effect.changeEtag ? { ...clip, etag: `${clip.etag}-${count}` } : clip;
}

interface Served {
  readonly clip: Clip;
  readonly generation: Generation;
  readonly fault: ContentFault | undefined;
}

function serve(
  { hasValidators, ranges }: ApiSettings,
  { request }: Pick<RequestContext, 'request'>,
  { clip, generation, fault }: Served,
): Answer {
  const validators = hasValidators ? validatorsOf(generation, clip.etag) : untagged(generation);
  const precondition = hasValidators ? judgePreconditions(request, validators) : undefined;
  if (precondition === 412) return new Refusal('precondition_failed');
  if (precondition === 304) return { status: 304, headers: representationHeaders(validators), body: null };
  // Range is defined for GET alone, so a HEAD describes the whole clip.
  if (request.method === 'HEAD') return wholeHead(clip, validators);

  const range =
    allowsRange(request, validators) && fault?.effect.ignoreRange !== true
      ? readRange(request.header('range'), clip.size, ranges)
      : { kind: 'whole' as const };
  if (range.kind === 'unsatisfiable') {
    const message = `The range starts beyond the end of the clip, which has ${clip.size} bytes.`;
    return new Refusal('range_not_satisfiable', { message, headers: { 'content-range': `bytes */${clip.size}` } });
  }
  if (range.kind === 'whole') {
    return { status: 200, headers: clipHeaders(validators), body: { clip, start: 0, end: clip.size - 1 } };
  }
  const { start, end } = range;
  const wrong = fault?.effect.wrongPart;
  if (wrong !== undefined) return wrongPart(wrong, validators, { clip, start, end });
  return {
    status: 206,
    headers: partHeaders(validators, `bytes ${start}-${end}/${clip.size}`),
    body: { clip, start, end },
  };
}

/** Returns a wrong part. A client detects it only if it compares Content-Range with its request and with the body. */
function wrongPart(
  kind: NonNullable<ContentEffect['wrongPart']>,
  validators: Tagged,
  { clip, start, end }: { readonly clip: Clip; readonly start: number; readonly end: number },
): ApiResponse {
  const middle = start + Math.floor((end - start) / 2);
  const part = {
    shorter: { named: `${start}-${end}/${clip.size}`, from: start, to: middle },
    elsewhere: { named: `${Math.floor(start / 2)}-${end}/${clip.size}`, from: Math.floor(start / 2), to: end },
    'other-total': { named: `${start}-${middle}/${middle + 1}`, from: start, to: middle },
  }[kind];
  const headers = partHeaders(validators, `bytes ${part.named}`);
  return { status: 206, headers, body: { clip, start: part.from, end: part.to } };
}

interface Tagged extends Validators {
  /** The ETag without its quotes. */
  readonly tag: string;
  /** The Content-Disposition, with the name under which a browser saves the clip. */
  readonly disposition: string;
}

const cachedValidators = new WeakMap<Generation, Tagged>();

/** Returns the ETag and the date as headers. They are cached, because players request many ranges. */
function validatorsOf(generation: Generation, tag: string): Tagged {
  const same = cachedValidators.get(generation);
  if (same?.tag === tag) return same;
  const made = {
    tag,
    etag: `"${tag}"`,
    lastModified: new Date(generation.createdAt).toUTCString(),
    disposition: dispositionOf(generation.id),
  };
  cachedValidators.set(generation, made);
  return made;
}

/** Returns empty validators, with which no condition can hold. If-Range then selects the whole clip. */
function untagged({ id }: Generation): Tagged {
  return { tag: '', etag: '', lastModified: '', disposition: dispositionOf(id) };
}

function dispositionOf(id: string): string {
  return `inline; filename="${id}.mp4"`;
}

// The headers are literals, and further headers are added by name. A spread would be slower (bench:content).

function representationHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return { 'accept-ranges': 'bytes', 'cache-control': 'private', etag, 'last-modified': lastModified };
}

function clipHeaders({ etag, lastModified, disposition }: Tagged): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'video/mp4',
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    'cache-control': 'private',
  };
  if (etag === '') return headers;
  headers['etag'] = etag;
  headers['last-modified'] = lastModified;
  return headers;
}

function partHeaders(validators: Tagged, contentRange: string): Record<string, string> {
  const headers = clipHeaders(validators);
  headers['content-range'] = contentRange;
  return headers;
}

function wholeHead(clip: Clip, validators: Tagged): ApiResponse {
  const headers = clipHeaders(validators);
  headers['content-length'] = String(clip.size);
  return { status: 200, headers, body: null };
}
