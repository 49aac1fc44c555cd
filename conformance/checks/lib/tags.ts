/** Strong tags of clips: replicas may each have one of their own for the same bytes. */

import type { Answered, Evidence } from '../../engine/evidence.ts';
import { statusOf } from '../../engine/make-generation.ts';
import { header, type Exchange, type HeaderLine } from '../../client/exchange.ts';
import { pathOf } from './answers.ts';

/**
 * Whole downloads of one clip have come with the same bytes and other tags: then the tag of a part, a 304 or a HEAD may
 * be that of another replica, and says nothing. A tag has to change with the bytes; that it may not otherwise, nobody
 * says (RFC 9110, 8.8.1).
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

/** The condition that an unfinished record is still current. A date counts only if a later change has another date. */
export function conditionsOn(exchange: Exchange): HeaderLine[] {
  const { response } = exchange;
  if (response === undefined || !['pending', 'running'].includes(statusOf(exchange) ?? '')) return [];
  const etag = header(response, 'etag');
  if (etag !== undefined) return [['If-None-Match', etag]];
  const [date = '', now = ''] = ['last-modified', 'date'].map((name) => header(response, name));
  return Date.parse(now) > Date.parse(date) ? [['If-Modified-Since', date]] : [];
}
