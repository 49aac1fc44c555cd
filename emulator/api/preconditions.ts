/** Conditional requests on a clip, in the order of RFC 9110 section 13.2.2. */

import type { ApiRequest } from './messages.ts';

export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** An IMF-fixdate. The bytes behind an id never change, so it is as strong as the tag. */
  readonly lastModified: string;
}

/** The status that the preconditions demand instead of the regular answer, if any. */
export function judgePreconditions(request: ApiRequest, { etag, lastModified }: Validators): 412 | 304 | undefined {
  const ifMatch = request.header('if-match');
  if (ifMatch !== undefined && !lists(ifMatch, etag, 'strong')) return 412;
  if (ifMatch === undefined && isBefore(request.header('if-unmodified-since'), lastModified)) return 412;
  const ifNoneMatch = request.header('if-none-match');
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, etag, 'weak') ? 304 : undefined;
  const since = request.header('if-modified-since');
  return since !== undefined && isDate(since) && !isBefore(since, lastModified) ? 304 : undefined;
}

/** Whether If-Range permits the Range: it is absent, or equal to the tag or the date, which are empty without any. */
export function allowsRange(request: ApiRequest, { etag, lastModified }: Validators): boolean {
  const ifRange = request.header('if-range')?.trim();
  return ifRange === undefined || (etag !== '' && (ifRange === etag || ifRange === lastModified));
}

/** Whether a list of entity tags contains one; a comma inside quotes is a part of a tag. */
function lists(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}

function isBefore(date: string | undefined, lastModified: string): boolean {
  return date !== undefined && isDate(date) && Date.parse(date) < Date.parse(lastModified);
}

/** `Date.parse` accepts almost anything; all three forms of an HTTP date begin with the name of a day. */
function isDate(text: string): boolean {
  return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
}
