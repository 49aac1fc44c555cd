/** What checks ask of a journal: which requests are attempts at the same work, what failed, and what the client saw. */

import type { ClientRequest } from '../evidence/case-evidence.ts';

/**
 * Whether two requests ask for the same work: creates of one body, gets of one generation, downloads of one clip,
 * whatever their Idempotency-Key and their range.
 */
export function isSameWork(one: ClientRequest, other: ClientRequest): boolean {
  if (one.operation !== other.operation || one.operation === null || one.method !== other.method) return false;
  if (one.operation === 'create') return one.bodyHash === other.bodyHash;
  return one.generation === other.generation;
}

/** All attempts at each piece of work, in the order in which it was begun. */
export function worksOf(requests: readonly ClientRequest[]): ClientRequest[][] {
  const works: ClientRequest[][] = [];
  for (const request of requests) {
    if (request.operation === null) continue;
    const known = works.find(([first]) => first !== undefined && isSameWork(first, request));
    if (known === undefined) works.push([request]);
    else known.push(request);
  }
  return works;
}

/** Milliseconds from the last byte of an answer to the arrival of another request. */
export function pauseBetween({ endedMs, arrivedMs }: ClientRequest, next: ClientRequest): number {
  return next.arrivedMs - (endedMs ?? arrivedMs);
}

/** Whether the client had all of an answer that is a success. */
export function isSuccess({ status, end }: ClientRequest): boolean {
  return end === 'whole' && status >= 200 && status < 300;
}

/** Whether a create may have been accepted although its client cannot know: no whole answer, a time-out, or 5xx. */
export function isAmbiguous({ end, status }: ClientRequest): boolean {
  return end !== 'whole' || status >= 500 || status === 408;
}

/** The status in the record that an answer brought as a whole. */
export function recordStatus(request: ClientRequest): string | undefined {
  if (!isSuccess(request) || request.body === null || request.operation === 'content') return undefined;
  return /"status"\s*:\s*"([^"]*)"/.exec(request.body)?.[1];
}

/** The id in the record that an answer to a create brought as a whole. */
export function acceptedId(request: ClientRequest): string | undefined {
  if (request.operation !== 'create' || !isSuccess(request)) return undefined;
  return /"id"\s*:\s*"([^"]*)"/.exec(request.body ?? '')?.[1] ?? request.generation ?? undefined;
}

/** Ids of generations that the client saw failed before it sent a request. */
export function seenFailed(requests: readonly ClientRequest[], before: ClientRequest): ReadonlySet<string> {
  const seen = requests.filter((one) => one.seq < before.seq && recordStatus(one) === 'failed');
  return new Set(seen.flatMap(({ generation }) => generation ?? []));
}

/** Downloads that bring bytes; a HEAD brings none. */
export function downloadsOf(requests: readonly ClientRequest[]): ClientRequest[] {
  return requests.filter(({ operation, method }) => operation === 'content' && method === 'GET');
}

/** Whether a download brought bytes of a clip; a page of HTML in its place has none. */
export function bringsClip({ status, bytesSent, headers }: ClientRequest): boolean {
  const isClip = headers['content-type']?.startsWith('video/') === true;
  return isClip && (status === 200 || status === 206) && bytesSent > 0;
}

/** Where a range begins; 0 without one. */
export function startOf({ range }: ClientRequest): number {
  return Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
}

/** Seconds with two digits. */
export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Attempts that failed, each with the one that followed. */
export function failuresBetween(work: readonly ClientRequest[]): (readonly [ClientRequest, ClientRequest])[] {
  return work.flatMap((request, index) => {
    const before = work[index - 1];
    return before === undefined || isSuccess(before) ? [] : [[before, request] as const];
  });
}
