/** Finds wrong ranges of downloads from the headers of a single response. */

import type { Exchange } from '../client/exchange.ts';
import { header } from '../client/exchange.ts';

/** A promise that a response breaks. */
export interface RangeFlaw {
  readonly check: string;
  readonly why: string;
}

const CONTENT_PATH = /\/v1\/videos\/[^/?]+\/content(?:\?|$)/;

/** Describes what is wrong with the range of a download; empty if it has none, or keeps to HTTP. */
export function rangeFlaws({ request, response }: Pick<Exchange, 'request' | 'response'>): RangeFlaw[] {
  if (request.method !== 'GET' || response === undefined || !CONTENT_PATH.test(request.url)) return [];
  const said = header(response, 'content-range');
  const asked = header(request, 'range');
  if (response.status !== 206) return [];
  if (asked === undefined)
    return [{ check: 'content.range.status', why: 'The server returns 206 for a request without Range.' }];
  if (header(response, 'content-type')?.toLowerCase().startsWith('multipart/byteranges') === true) return [];
  const span = spanOf(said);
  if (span === undefined)
    return [{ check: 'content.range.header', why: `The Content-Range of the 206 is ${said ?? 'missing'}.` }];
  return [...outside(span, asked), ...otherLength(span, header(response, 'content-length'))];
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Parses a well-formed `Content-Range` that ends after its start and within the length (RFC 9110, 14.4). */
function spanOf(text: string | undefined): Span | undefined {
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(text ?? '') ?? [];
  if (text === undefined || first === undefined || last === undefined) return undefined;
  const [start, end] = [Number(first), Number(last)];
  return end < start || (total !== '*' && end >= Number(total)) ? undefined : { start, end, text };
}

/** Reports bytes outside of the requested range. A server may send fewer bytes than requested. */
function outside({ start, end, text }: Span, asked: string): RangeFlaw[] {
  const [, first, last = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/i.exec(asked) ?? [];
  if (first === undefined) return [];
  const isOther = start < Number(first) || (last !== '' && end > Number(last));
  return isOther
    ? [{ check: 'content.range.bytes', why: `The request has Range: ${asked}, but the response contains ${text}.` }]
    : [];
}

function otherLength({ start, end, text }: Span, length: string | undefined): RangeFlaw[] {
  if (length === undefined || Number(length) === end - start + 1) return [];
  return [{ check: 'content.range.length', why: `The Content-Range is ${text}, but the Content-Length is ${length}.` }];
}
