/** Conditional requests on a clip, in the order of RFC 9110 section 13.2.2. */

import type { ApiRequest } from './messages.ts';

export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** An IMF-fixdate. The bytes behind an id never change, so it is as strong as the tag. */
  readonly lastModified: string;
}

/** What the preconditions ask for instead of the plain answer, if anything. */
export function judgePreconditions(request: ApiRequest, { etag, lastModified }: Validators): 412 | 304 | undefined {
  const ifMatch = request.header('if-match');
  if (ifMatch !== undefined && !lists(ifMatch, etag, 'strong')) return 412;
  if (ifMatch === undefined && isBefore(request.header('if-unmodified-since'), lastModified)) return 412;
  const ifNoneMatch = request.header('if-none-match');
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, etag, 'weak') ? 304 : undefined;
  const since = request.header('if-modified-since');
  return since !== undefined && isDate(since) && !isBefore(since, lastModified) ? 304 : undefined;
}

/** Whether If-Range lets the Range stand: absent, the very tag, or the very date. */
export function allowsRange(request: ApiRequest, { etag, lastModified }: Validators): boolean {
  const ifRange = request.header('if-range')?.trim();
  return ifRange === undefined || ifRange === etag || ifRange === lastModified;
}

/** A list of entity tags, where a comma inside the quotes is part of a tag. */
function lists(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && tag === `W/${etag}`));
}

function isBefore(date: string | undefined, lastModified: string): boolean {
  return date !== undefined && isDate(date) && Date.parse(date) < Date.parse(lastModified);
}

/** `Date.parse` takes almost anything for a date; all three forms of an HTTP date begin with a day's name. */
function isDate(text: string): boolean {
  return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
}
