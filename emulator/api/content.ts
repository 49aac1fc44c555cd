/** GET and HEAD /v1/videos/{id}/content: the clip of a completed generation, whole or one part of it. */

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
import { beforeLook, look } from './get.ts';
import { allowsRange, judgePreconditions, type Validators } from './preconditions.ts';
import { otherOriginUrl } from './other-origin-url.ts';
import { Refusal } from './refusal.ts';

type Answer = ApiResponse | Refusal;

/** Answers with the clip. Preconditions and ranges apply only if the plain response would be 200. */
export async function getContent(context: ApiContext, call: RequestContext): Promise<Answer> {
  const injected = call.faults && (await call.faults.before((account) => beforeLook(account, call)));
  if (injected !== undefined) return injected;
  // A HEAD downloads nothing, so it is not the first download that a rule acts on.
  const seen = await look(context, call, { isPoll: false, isDownload: call.request.method !== 'HEAD' });
  if (seen === undefined) return new Refusal('video_not_found');
  const { generation, injection } = seen;
  const fault = injection?.reaction.content;
  // An injected answer replaces the clip, so the clip is not rendered.
  const isReplaced = injection?.reaction.answer !== undefined;
  const refused = isReplaced ? new Refusal('content_unavailable') : refuseUnfinished(generation);
  if (refused !== undefined) return call.faults?.after(injection, refused) ?? refused;
  const answer = isRedirected(fault)
    ? await redirect(context, call, generation)
    : await serveClip(context, call, { account: seen.account, generation, fault });
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

/** Which clip, and what a fault does to it. */
export interface ServedClip {
  readonly account: Account;
  readonly generation: Generation;
  readonly fault?: ContentFault | undefined;
}

/** Answers with a clip, by the preconditions and the range of the request. */
export async function serveClip(
  context: ApiContext,
  call: Pick<RequestContext, 'request' | 'lifetime'>,
  { account, generation, fault }: ServedClip,
): Promise<Answer> {
  const plan = await loadClipPlan(context.accounts, { account, lifetime: call.lifetime }, generation);
  if (plan === undefined) return new Refusal('video_not_found');
  const inMemory = context.renderer.atHand(plan);
  const since = context.monotonic();
  const made = inMemory ?? (await renderedClip(context, call, { plan, account }));
  if (made instanceof Refusal) return made;
  const clip = fault === undefined ? made : faultyClip(made, fault);
  const answer = serve(context.settings, call, { clip, generation, fault });
  // Tells how long the response waited for its clip.
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

/** The clip damaged, or with an ETag that differs in each answer: for clients that join ranges without checking it. */
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
  // Range is defined for GET alone, so HEAD describes the whole.
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

/** A part that a client notices only if it compares Content-Range with what it asked for and with what came. */
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
  /** Without its quotes. */
  readonly tag: string;
  /** Under which name a browser saves the clip. */
  readonly disposition: string;
}

const known = new WeakMap<Generation, Tagged>();

/**
 * The ETag and the date as headers; cached, because a player asks for range after range and formatting a date is slow.
 */
function validatorsOf(generation: Generation, tag: string): Tagged {
  const same = known.get(generation);
  if (same?.tag === tag) return same;
  const made = {
    tag,
    etag: `"${tag}"`,
    lastModified: new Date(generation.createdAt).toUTCString(),
    disposition: dispositionOf(generation.id),
  };
  known.set(generation, made);
  return made;
}

/** Without tag and date no condition can hold: If-Range then asks for the whole, and the others are not looked at. */
function untagged({ id }: Generation): Tagged {
  return { tag: '', etag: '', lastModified: '', disposition: dispositionOf(id) };
}

function dispositionOf(id: string): string {
  return `inline; filename="${id}.mp4"`;
}

// Headers are literals, and more headers are added by name. A spread would be slower (bench:content).

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
