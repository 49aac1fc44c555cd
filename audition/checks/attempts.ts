/** What checks ask of a journal: which requests are attempts at the same work, what failed, and what the client saw. */

import type { FailureCode } from '../../contract/failures.ts';
import type { ClientRequest } from '../evidence/case-evidence.ts';

/**
 * All attempts at each piece of work, in the order in which it was begun: creates of one body, gets of one generation,
 * downloads of one clip, whatever their Idempotency-Key and their range.
 */
export function worksOf(requests: readonly ClientRequest[]): ClientRequest[][] {
  return groupsOf(
    requests.filter(({ operation }) => operation !== null),
    ({ operation, method, bodyHash, generation }) =>
      JSON.stringify([operation, method, operation === 'create' ? bodyHash : generation]),
  );
}

/** Requests with the same key, in the order in which each group was begun. */
export function groupsOf(
  requests: readonly ClientRequest[],
  keyOf: (request: ClientRequest) => string | null,
): ClientRequest[][] {
  const groups = new Map<string | null, ClientRequest[]>();
  for (const request of requests) {
    const key = keyOf(request);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  return [...groups.values()];
}

/**
 * The attempts at one piece of work, apart by the parts of a clip that they ask for. Parts that a client requests side
 * by side are no attempts at one another; the rest of a part that broke off is another attempt at that part.
 */
export function attemptsByPart(work: readonly ClientRequest[]): ClientRequest[][] {
  const parts: ClientRequest[][] = [];
  const byRange = new Map<string | null, ClientRequest[]>();
  let latest: ClientRequest[] | undefined;
  for (const request of work) {
    const before = latest?.at(-1);
    const isRest = before !== undefined && overlaps(before, request);
    const part: ClientRequest[] = byRange.get(request.range) ?? (isRest && latest !== undefined ? latest : []);
    if (part.length === 0) parts.push(part);
    part.push(request);
    byRange.set(request.range, part);
    latest = part;
  }
  return parts;
}

/** Whether two requests ask for some bytes of a clip in common. */
function overlaps(one: ClientRequest, other: ClientRequest): boolean {
  return startOf(one) <= endOf(other) && startOf(other) <= endOf(one);
}

/** The part of its deadline after which a client that leaves, or does not try again, may do so because of it. */
export const DEADLINE_NEARS = 0.6;

/** Milliseconds from the last byte of an answer to the arrival of another request. */
export function pauseBetween({ endedMs, arrivedMs }: ClientRequest, next: ClientRequest): number {
  return next.arrivedMs - (endedMs ?? arrivedMs);
}

/** Whether the client had all of an answer that is a success. */
export function isSuccess({ status, end }: ClientRequest): boolean {
  return end === 'whole' && status >= 200 && status < 300;
}

/** Whether a create may have been accepted although its client cannot know it. 429 and 503 say that it was not. */
export function isUnknown({ end, status }: ClientRequest): boolean {
  return end !== 'whole' || status === 408 || (status >= 500 && status !== 503);
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

const failures = new WeakMap<readonly ClientRequest[], ReadonlyMap<string, number>>();

/** Tells which generations the client saw failed, in a way that a new create may help, before it sent a request. */
export function seenFailed(
  requests: readonly ClientRequest[],
  before: ClientRequest,
): { has(generation: string): boolean } {
  const seqs = failures.get(requests) ?? firstFailures(requests);
  failures.set(requests, seqs);
  return { has: (generation) => (seqs.get(generation) ?? Infinity) < before.seq };
}

/** The code of a failure that every further create of the same body meets again, and pays again. */
const REJECTED: FailureCode = 'output_content_rejected';

/** When the client first saw each generation failed, by the `seq` of that poll. */
function firstFailures(requests: readonly ClientRequest[]): Map<string, number> {
  const seqs = new Map<string, number>();
  for (const request of requests) {
    const { generation, seq } = request;
    const hasFailed = recordStatus(request) === 'failed' && codeIn(request) !== REJECTED;
    if (generation !== null && hasFailed && !seqs.has(generation)) seqs.set(generation, seq);
  }
  return seqs;
}

/** The code in the body of an answer. */
export function codeIn(request: ClientRequest | undefined): string | undefined {
  return /"code"\s*:\s*"([^"]*)"/.exec(request?.body ?? '')?.[1];
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

/** The last byte that a range asks for; without one, any. */
function endOf({ range }: ClientRequest): number {
  return Number(/^bytes=\d+-(\d+)$/.exec(range ?? '')?.[1] ?? Infinity);
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
