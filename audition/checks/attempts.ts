/** Reads a journal for the checks: attempts at the same work, the received responses, the waits, and the order. */

import type { ClientRequest } from '../evidence/case-evidence.ts';
import type { FailureCode } from '../../contract/failures.ts';
import { groupBy } from '../../lib/group-by.ts';

/**
 * Returns all attempts at each piece of work, in order of the first attempt. A piece of work is the creates of one
 * body, the gets of one generation or the downloads of one clip. Neither Idempotency-Key nor range splits it.
 */
export function worksOf(requests: readonly ClientRequest[]): ClientRequest[][] {
  const known = requests.filter(({ operation }) => operation !== null);
  return groupsOf(known, ({ operation, method, bodyHash, generation }) =>
    JSON.stringify([operation, method, operation === 'create' ? bodyHash : generation]),
  );
}

/** Keeps the result for each list, because a check asks for it with each of many requests. */
export function oncePerList<Result>(
  work: (requests: readonly ClientRequest[]) => Result,
): (requests: readonly ClientRequest[]) => Result {
  const known = new WeakMap<readonly ClientRequest[], { readonly result: Result }>();
  return (requests) => {
    const kept = known.get(requests) ?? { result: work(requests) };
    known.set(requests, kept);
    return kept.result;
  };
}

/** Groups requests by a key, in the order in which each group began. */
export function groupsOf(
  requests: readonly ClientRequest[],
  keyOf: (request: ClientRequest) => string | null,
): ClientRequest[][] {
  return [...groupBy(requests, keyOf).values()];
}

/**
 * Splits the attempts at one piece of work by the parts of a clip that they request. Parallel requests for different
 * parts are separate work. A request for the rest of an interrupted part is another attempt at that part.
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

/** Returns whether two requests ask for overlapping bytes of a clip. */
function overlaps(one: ClientRequest, other: ClientRequest): boolean {
  return startOf(one) <= endOf(other) && startOf(other) <= endOf(one);
}

/** The share of its deadline after which a client may disconnect or stop retrying because of the deadline. */
export const DEADLINE_NEARS = 0.6;

/** Returns the milliseconds from the last byte of a response to the arrival of another request. */
export function pauseBetween({ endedMs, arrivedMs }: ClientRequest, next: ClientRequest): number {
  return next.arrivedMs - (endedMs ?? arrivedMs);
}

/** Returns whether the client received a whole response with a success status. */
export function isSuccess({ status, end }: ClientRequest): boolean {
  return end === 'whole' && status >= 200 && status < 300;
}

/** Returns whether a response leads to another URL. */
export function isRedirect({ status }: ClientRequest): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** Returns whether the service refused a request and would refuse it again. */
export function isPermanent({ status, end }: ClientRequest): boolean {
  return end === 'whole' && [400, 401, 402].includes(status);
}

/** Returns whether the client cannot know if a create was accepted. A 429 or 503 means that it was not accepted. */
export function isUnknown({ end, status }: ClientRequest): boolean {
  return end !== 'whole' || status === 408 || (status >= 500 && status !== 503);
}

/** Returns the status in the record of a whole response. */
export function recordStatus(request: ClientRequest): string | undefined {
  if (!isSuccess(request) || request.body === null || request.operation === 'content') return undefined;
  return textIn(request.body, 'status');
}

/** Returns the text of a member of a record. A record may have other members with members of the same name. */
function textIn(body: string | null, name: string): string | undefined {
  const value = objectIn(body)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the members of a JSON object; undefined for other texts, or if the journal has only a part of the text. */
export function objectIn(text: string | null): Readonly<Record<string, unknown>> | undefined {
  try {
    return Object(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** Returns the id in the record of a whole response to a create. */
export function acceptedId(request: ClientRequest): string | undefined {
  if (request.operation !== 'create' || !isSuccess(request)) return undefined;
  return textIn(request.body, 'id') ?? request.generation ?? undefined;
}

/** Returns the generations that the client saw fail before it sent a request, if a new create may help. */
export function seenFailed(requests: readonly ClientRequest[], before: ClientRequest): (id: string) => boolean {
  const seqs = firstFailures(requests);
  return (id) => (seqs.get(id) ?? Infinity) < before.seq;
}

/** The code of a failure that every new create of the same body meets and pays for again. */
const REJECTED: FailureCode = 'output_content_rejected';

/** Maps each generation to the `seq` of the first poll that showed its failure. */
const firstFailures = oncePerList((requests) => {
  const seqs = new Map<string, number>();
  for (const request of requests) {
    const { generation, seq } = request;
    const hasFailed = recordStatus(request) === 'failed' && codeIn(request) !== REJECTED;
    if (generation !== null && hasFailed && !seqs.has(generation)) seqs.set(generation, seq);
  }
  return seqs;
});

/** Returns the code in the body of a response. */
export function codeIn(request: ClientRequest | undefined): string | undefined {
  return /"code"\s*:\s*"([^"]*)"/.exec(request?.body ?? '')?.[1];
}

/** Returns the downloads that transfer bytes. A HEAD request transfers none. */
export function downloadsOf(requests: readonly ClientRequest[]): ClientRequest[] {
  return requests.filter(({ operation, method }) => operation === 'content' && method === 'GET');
}

/** Returns whether a download transferred bytes of a clip. An HTML page in place of the clip has none. */
export function bringsClip({ status, bytesSent, headers }: ClientRequest): boolean {
  const isClip = headers['content-type']?.startsWith('video/') === true;
  return isClip && (status === 200 || status === 206) && bytesSent > 0;
}

/** Returns the first byte of a range; 0 without a range. */
export function startOf({ range }: ClientRequest): number {
  return Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
}

/** Returns the last byte of a range; Infinity without a range. */
function endOf({ range }: ClientRequest): number {
  return Number(/^bytes=\d+-(\d+)$/.exec(range ?? '')?.[1] ?? Infinity);
}

/** Returns each request with the request after it. */
export function pairsIn(requests: readonly ClientRequest[]): (readonly [ClientRequest, ClientRequest])[] {
  return requests.flatMap((request, index) => {
    const next = requests[index + 1];
    return next === undefined ? [] : [[request, next] as const];
  });
}

/** Returns the milliseconds between each response and the next request. */
export function pausesIn(requests: readonly ClientRequest[]): number[] {
  return pairsIn(requests).map(([before, next]) => pauseBetween(before, next));
}

/** Formats milliseconds as seconds with two digits. */
export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Returns each failed attempt with the attempt that followed it. */
export function failuresBetween(work: readonly ClientRequest[]): (readonly [ClientRequest, ClientRequest])[] {
  return pairsIn(work).filter(([before]) => !isSuccess(before));
}

/**
 * Returns the shortest wait that the headers of a response ask for, in milliseconds from its last byte, with the header
 * as sent: `Retry-After: 1`. Returns undefined without a readable wait.
 */
export function askedWait({ headers, endedMs, arrivedMs, arrivedAt }: ClientRequest) {
  const after = headers['retry-after'];
  const afterMs = headers['retry-after-ms'];
  const endedAt = arrivedAt + ((endedMs ?? arrivedMs) - arrivedMs);
  const isReadable = afterMs !== undefined && /^\d+$/.test(afterMs);
  const waits = isReadable ? [{ ms: Number(afterMs), header: `retry-after-ms: ${afterMs}` }] : [];
  if (after !== undefined) waits.push(...waitOf(after, endedAt));
  return waits.toSorted((a, b) => a.ms - b.ms)[0];
}

function waitOf(after: string, endedAt: number) {
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - endedAt;
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(after);
  return (isDate || /^\d+$/.test(after)) && ms > 0 ? [{ ms, header: `Retry-After: ${after}` }] : [];
}

/** Returns whether Retry-After is negative, past or not readable. The checks ignore such headers. */
export function hasUnusableWait(request: ClientRequest): boolean {
  const { 'retry-after': after } = request.headers;
  return after !== undefined && !/^0+$/.test(after) && askedWait(request) === undefined;
}

/**
 * Returns the first of some ordered requests that the client sent after a response. A later request on the same
 * connection certainly followed it. Other requests may have been in flight, so as many are skipped as the client sends
 * in parallel. This holds even if a busy machine delays their arrival.
 */
export function firstSentAfter(
  answer: ClientRequest,
  some: readonly ClientRequest[],
  all: readonly ClientRequest[],
): ClientRequest | undefined {
  let underWay = mostSideBySide(all) - 1;
  for (let at = indexAfter(answer.seq, some); at < some.length; at += 1) {
    const request = some[at];
    if (request === undefined || pauseBetween(answer, request) < 0) continue;
    const isOnConnection = request.connection !== null && request.connection === answer.connection;
    if (isOnConnection || underWay === 0) return request;
    underWay -= 1;
  }
  return undefined;
}

/** Returns the index of the first request with a later `seq`. */
export function indexAfter(seq: number, requests: readonly Pick<ClientRequest, 'seq'>[]): number {
  let [low, high] = [0, requests.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((requests[middle]?.seq ?? Infinity) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns how many requests for the same work the client sends in parallel: 1 for most clients. */
const mostSideBySide = oncePerList((requests) => Math.max(1, ...worksOf(requests).map(longestCluster)));

function longestCluster(work: readonly ClientRequest[]): number {
  let [length, longest] = [1, 1];
  for (const [before, request] of pairsIn(work)) {
    length = isBeside(before, request) ? length + 1 : 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** The time between parallel requests. The first request may be answered before the second request is read. */
const SIDE_BY_SIDE_MS = 50;

/** Returns whether two requests overlapped, or the second came at once although the first had succeeded. */
function isBeside(before: ClientRequest, request: ClientRequest): boolean {
  const pause = pauseBetween(before, request);
  if (before.end !== 'whole' || before.range !== request.range) return false;
  return pause < 0 || (pause < SIDE_BY_SIDE_MS && isSuccess(before) && before.connection !== request.connection);
}

/** The duration of a response during which the other requests of a parallel client arrive. */
const LONG_ANSWER_MS = 200;
/** The number of creates that may not overlap on a busy machine, although the client sends in parallel. */
const FEW = 2;

/** Returns whether a client sends its creates in turn: each response took long, and no create came during one. */
export function sendsInTurn(creates: readonly ClientRequest[], until: ClientRequest): boolean {
  const index = indexAfter(until.seq - 1, creates);
  return index > FEW && index <= lastInTurn(creates);
}

/** Returns the index of the last create up to which all were sent in turn. */
const lastInTurn = oncePerList((creates) => {
  const broken = creates.findIndex((create, index) => {
    const next = creates[index + 1];
    const tookMs = (create.endedMs ?? create.arrivedMs) - create.arrivedMs;
    const isInTurn = create.end === 'whole' && tookMs >= LONG_ANSWER_MS;
    return !isInTurn || (next !== undefined && pauseBetween(create, next) < 0);
  });
  return broken === -1 ? creates.length : broken;
});
