/**
 * Whether something else answers at the base URL: a web page, another service, or the API one step further up, and then
 * which URL was likely meant. A server that only breaks promises is none of these: it is judged.
 */

import type { Client } from '../client/client.ts';
import type { Spec } from '../client/spec.ts';
import { header, jsonOf, type Exchange, type RecordedAnswer } from '../client/exchange.ts';
import { isObject } from './evidence.ts';

export interface Doorstep {
  /** A get of a generation that there is not. */
  readonly get: Exchange;
  /** A create that must be refused. */
  readonly post: Exchange;
  /** That create. */
  readonly create: Spec;
}

const NOT_THERE = new Set([404, 405, 410, 501]);

/** Whether a get of a generation that there is not gives a reason to look closer, before anything else is sent. */
export function isOdd({ response, request }: Exchange): boolean {
  if (response === undefined || hasEnvelope(response))
    return !/^\/v1\/videos\/[^/]+$/.test(new URL(request.url).pathname);
  // Whoever shows a record has generations.
  return response.status !== 200 || !hasJson(response);
}

/** Why this is no place to judge, and what to do; nothing if it is one. */
export async function otherService(client: Client, doorstep: Doorstep): Promise<string | undefined> {
  const { get, post } = doorstep;
  const base = baseOf(post);
  const [asked, refused] = [get.response, post.response];
  if (base === undefined || asked === undefined || refused === undefined) return undefined;
  const target = redirectTarget(post);
  if (target !== undefined && isRedirect(asked) && isRedirect(refused))
    return `${base} only redirects to ${target}. Use ${target} as the base URL. The kit sends the key only to the origin of the base URL.`;
  // An API may refuse with any status, but it has creates: where there are none, it is not here.
  if (!isNotThere(refused) || tellsApart(asked, refused)) return undefined;
  const likely = await likelyUrl(client, base, doorstep);
  if (likely !== undefined)
    return `/v1/videos does not exist under ${base} (a create request returns ${refused.status}). It exists under ${likely}. Use ${likely} as the base URL.`;
  if (![asked, refused].every(isOfAnother)) return undefined;
  const type = header(refused, 'content-type') ?? 'no Content-Type';
  return `${base} is not a video generation API. A create request returns ${refused.status} with ${type}, and a get request returns ${asked.status}. Neither response has the error envelope. Pass a base URL: the part of the URL before /v1/videos.`;
}

/** A page, a text, nothing, or JSON of another kind. What is cut, or not the JSON that it says, may be the API. */
function isOfAnother(answer: RecordedAnswer): boolean {
  const isSaidToBeJson = /json/i.test(header(answer, 'content-type') ?? '');
  return answer.complete && !hasEnvelope(answer) && (!isSaidToBeJson || hasJson(answer));
}

function isNotThere(answer: RecordedAnswer): boolean {
  return NOT_THERE.has(answer.status) || (answer.status < 300 && !hasJson(answer));
}

/** Both are 404, with codes of their own: whoever tells an unknown generation from a bad create has both operations. */
function tellsApart(asked: RecordedAnswer, refused: RecordedAnswer): boolean {
  const [one, other] = [codeOf(asked), codeOf(refused)];
  return asked.status === refused.status && one !== undefined && other !== undefined && one !== other;
}

/** The base URL without the end of its path, as far as is needed to find where creates are refused. */
async function likelyUrl(client: Client, base: string, { create }: Doorstep): Promise<string | undefined> {
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

function hasEnvelope(answer: RecordedAnswer): boolean {
  return codeOf(answer) !== undefined;
}

function codeOf(answer: RecordedAnswer): string | undefined {
  const json = jsonOf(answer);
  const code = isObject(json) && isObject(json['error']) ? json['error']['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}
