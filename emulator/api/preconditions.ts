/** Conditional requests on a clip, in the order of RFC 9110 section 13.2.2. */

import type { ApiRequest } from './messages.ts';

export interface Validators {
  /** The strong ETag with its quotes. */
  readonly etag: string;
  /** The date as an IMF-fixdate. It is as strong as the ETag, because the bytes of a clip never change. */
  readonly lastModified: string;
}

/** Returns the status that the preconditions require instead of the regular response, if any. */
export function judgePreconditions(request: ApiRequest, { etag, lastModified }: Validators): 412 | 304 | undefined {
  const ifMatch = request.header('if-match');
  if (ifMatch !== undefined && !lists(ifMatch, etag, 'strong')) return 412;
  if (ifMatch === undefined && isBefore(request.header('if-unmodified-since'), lastModified)) return 412;
  const ifNoneMatch = request.header('if-none-match');
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, etag, 'weak') ? 304 : undefined;
  const since = request.header('if-modified-since');
  return since !== undefined && isDate(since) && !isBefore(since, lastModified) ? 304 : undefined;
}

/** Reports whether If-Range permits the Range: it is absent, or equal to the ETag or the date. */
export function allowsRange(request: ApiRequest, { etag, lastModified }: Validators): boolean {
  const ifRange = request.header('if-range')?.trim();
  return ifRange === undefined || (etag !== '' && (ifRange === etag || ifRange === lastModified));
}

/** Reports whether a list of entity tags contains a tag. A tag may contain a comma. */
function lists(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}

function isBefore(date: string | undefined, lastModified: string): boolean {
  return date !== undefined && isDate(date) && Date.parse(date) < Date.parse(lastModified);
}

/** Reports whether a text is an HTTP date. `Date.parse` accepts more, but all three forms start with a weekday. */
function isDate(text: string): boolean {
  return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
}
