/** Strong ETags of clips. Replicas may have different ETags for the same bytes. */

import type { Answered, Evidence } from '../../engine/evidence.ts';
import { statusOf } from '../../engine/make-generation.ts';
import { header, type Exchange, type HeaderLine } from '../../client/exchange.ts';
import { pathOf } from './answers.ts';

/**
 * Returns whether downloads of one clip had the same bytes and different ETags. Then the ETag of a part, a 304 or a
 * HEAD may come from another replica and proves nothing. An ETag must change with the bytes. RFC 9110, 8.8.1, allows
 * other changes.
 */
export function hasSeveralTags({ every }: Evidence): boolean {
  const known = SEVERAL.get(every);
  if (known !== undefined) return known;
  const tags = new Map<string, string>();
  const found = every.some((answer) => {
    const tag = header(answer.response, 'etag');
    if (tag === undefined || !isWholeClip(answer)) return false;
    const bytes = `${pathOf(answer.request.url)} ${answer.response.body.sha256}`;
    const isOther = tags.has(bytes) && tags.get(bytes) !== tag;
    tags.set(bytes, tag);
    return isOther;
  });
  SEVERAL.set(every, found);
  return found;
}

const SEVERAL = new WeakMap<readonly Answered[], boolean>();

function isWholeClip({ request, response }: Answered): boolean {
  const isCoded = header(response, 'content-encoding') !== undefined;
  return request.method === 'GET' && response.status === 200 && !isCoded && pathOf(request.url).endsWith('/content');
}

/**
 * Returns the name of a cache header that the 200 has and a 206 or 304 lacks. The values may depend on the time, so they
 * are not compared.
 */
export function lostHeader(whole: Answered['response'], other: Answered['response']): string | undefined {
  return ['cache-control', 'vary', 'expires', 'content-location'].find(
    (name) => header(whole, name) !== undefined && header(other, name) === undefined,
  );
}

/**
 * Returns the condition that an unfinished record is current. A date counts only if a later change has another date.
 */
export function conditionsOn(exchange: Exchange): HeaderLine[] {
  const { response } = exchange;
  if (response === undefined || !['pending', 'running'].includes(statusOf(exchange) ?? '')) return [];
  const etag = header(response, 'etag');
  if (etag !== undefined) return [['If-None-Match', etag]];
  const [date = '', now = ''] = ['last-modified', 'date'].map((name) => header(response, name));
  return Date.parse(now) > Date.parse(date) ? [['If-Modified-Since', date]] : [];
}
