/**
 * Detects something else at the base URL: a web page, another service, or the API further up. In that case it finds the
 * URL that was likely meant. A server that only breaks promises is judged.
 */

import type { Client } from '../client/client.ts';
import type { Spec } from '../client/spec.ts';
import { header, jsonOf, type Exchange, type RecordedAnswer } from '../client/exchange.ts';
import { errorCodeIn } from './operation.ts';

export interface PreflightRequests {
  /** A get of an unknown generation. */
  readonly get: Exchange;
  /** A create that the server must reject. */
  readonly post: Exchange;
  /** The request of that create. */
  readonly create: Spec;
}

const NOT_THERE = new Set([404, 405, 410, 501]);

/** Returns whether the response to a get of an unknown generation is a reason to send more requests first. */
export function isOdd({ response, request }: Exchange): boolean {
  if (response === undefined || hasEnvelope(response))
    return !/^\/v1\/videos\/[^/]+$/.test(new URL(request.url).pathname);
  // A server that returns a record has generations.
  return response.status !== 200 || !hasJson(response);
}

/** Explains why the server cannot be judged, and what to do; undefined if it can. */
export async function otherService(client: Client, requests: PreflightRequests): Promise<string | undefined> {
  const { get, post } = requests;
  const base = baseOf(post);
  const [asked, refused] = [get.response, post.response];
  if (base === undefined || asked === undefined || refused === undefined) return undefined;
  const target = redirectTarget(post);
  if (target !== undefined && isRedirect(asked) && isRedirect(refused))
    return `${base} only redirects to ${target}. Use ${target} as the base URL. The kit sends the key only to the origin of the base URL.`;
  // An API may reject a create with any status, but its path must exist.
  if (!isNotThere(refused) || tellsApart(asked, refused)) return undefined;
  const likely = await likelyUrl(client, base, requests);
  if (likely !== undefined)
    return `/v1/videos does not exist under ${base} (a create request returns ${refused.status}). It exists under ${likely}. Use ${likely} as the base URL.`;
  if (![asked, refused].every(isOfAnother)) return undefined;
  const type = header(refused, 'content-type') ?? 'no Content-Type';
  return `${base} is not a video generation API. A create request returns ${refused.status} with ${type}, and a get request returns ${asked.status}. Neither response has the error envelope. Pass a base URL: the part of the URL before /v1/videos.`;
}

/** Returns whether a response is a page, a text, empty or other JSON. Cut or invalid JSON may belong to the API. */
function isOfAnother(answer: RecordedAnswer): boolean {
  const isSaidToBeJson = /json/i.test(header(answer, 'content-type') ?? '');
  return answer.complete && !hasEnvelope(answer) && (!isSaidToBeJson || hasJson(answer));
}

function isNotThere(answer: RecordedAnswer): boolean {
  return NOT_THERE.has(answer.status) || (answer.status < 300 && !hasJson(answer));
}

/** Returns whether both responses have one status but different codes. Then the server has both operations. */
function tellsApart(asked: RecordedAnswer, refused: RecordedAnswer): boolean {
  const [one, other] = [errorCodeIn({ response: asked }), errorCodeIn({ response: refused })];
  return asked.status === refused.status && one !== undefined && other !== undefined && one !== other;
}

/** Returns the base URL with as little of its path removed as needed to reach creates that are rejected. */
async function likelyUrl(client: Client, base: string, { create }: PreflightRequests): Promise<string | undefined> {
  for (let shorter = parentOf(base); shorter !== undefined; shorter = parentOf(shorter)) {
    const { response } = (await client.send({ ...create, label: 'create further up', base: shorter })).exchange;
    if (response !== undefined && hasEnvelope(response) && !isNotThere(response)) return shorter;
  }
  return undefined;
}

function parentOf(base: string): string | undefined {
  const { origin, pathname } = new URL(base);
  const parts = pathname.split('/').filter((part) => part !== '');
  return parts.length === 0 ? undefined : [origin, ...parts.slice(0, -1)].join('/');
}

function redirectTarget(exchange: Exchange): string | undefined {
  const location = exchange.response === undefined ? undefined : header(exchange.response, 'location');
  if (location === undefined || !URL.canParse(location, exchange.request.url)) return undefined;
  const { href } = new URL(location, exchange.request.url);
  return href.endsWith('/v1/videos') && href !== exchange.request.url ? href.slice(0, -'/v1/videos'.length) : undefined;
}

function baseOf({ request }: Exchange): string | undefined {
  return request.url.endsWith('/v1/videos') ? request.url.slice(0, -'/v1/videos'.length) : undefined;
}

function isRedirect({ status }: RecordedAnswer): boolean {
  return status >= 300 && status < 400;
}

function hasJson(answer: RecordedAnswer): boolean {
  return jsonOf(answer) !== undefined;
}

function hasEnvelope(response: RecordedAnswer): boolean {
  return errorCodeIn({ response }) !== undefined;
}
