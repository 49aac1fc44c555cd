/** Which requests a client sent because of an answer, and which were under way when that came. */

import type { ClientRequest } from '../evidence/case-evidence.ts';
import { isSuccess, pauseBetween, worksOf } from './attempts.ts';

/**
 * The first of some requests, which are in their order, that its client sent when it could have had an answer. After an
 * answer on the same connection it was sent for sure; on another it may have been under way, if the client sends such
 * requests side by side: so many of them are passed over, however late a busy machine has them arrive.
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

/** The index of the first request with a later `seq`. */
export function indexAfter(seq: number, requests: readonly Pick<ClientRequest, 'seq'>[]): number {
  let [low, high] = [0, requests.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((requests[middle]?.seq ?? Infinity) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

const known = new WeakMap<readonly ClientRequest[], number>();

/** How many requests for the same work the client sends side by side: 1 for most. */
function mostSideBySide(requests: readonly ClientRequest[]): number {
  const most = known.get(requests) ?? Math.max(1, ...worksOf(requests).map(longestCluster));
  known.set(requests, most);
  return most;
}

function longestCluster(work: readonly ClientRequest[]): number {
  let [length, longest] = [0, 0];
  for (const [index, request] of work.entries()) {
    const before = work[index - 1];
    length = before !== undefined && isBeside(before, request) ? length + 1 : 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

/** What is sent side by side arrives so close together that one may be answered before the next is read. */
const SIDE_BY_SIDE_MS = 50;

/** Whether two requests were under way at once, or the second came at once although the first had brought what it asks. */
function isBeside(before: ClientRequest, request: ClientRequest): boolean {
  const pause = pauseBetween(before, request);
  if (before.end !== 'whole' || before.range !== request.range) return false;
  return pause < 0 || (pause < SIDE_BY_SIDE_MS && isSuccess(before) && before.connection !== request.connection);
}

/** So long an answer takes that what a client sends side by side arrives while it is on its way. */
const LONG_ANSWER_MS = 200;
/** By chance, as on a busy machine, a few creates of a client that sends them side by side may not overlap. */
const FEW = 2;

/**
 * Whether a client sends its creates in turn, each after the answer to the one before: each answer took long, and no
 * create came while one was on its way.
 */
export function sendsInTurn(creates: readonly ClientRequest[], until: ClientRequest): boolean {
  const last = lastInTurn.get(creates) ?? findLastInTurn(creates);
  lastInTurn.set(creates, last);
  const index = indexAfter(until.seq - 1, creates);
  return index > FEW && index <= last;
}

const lastInTurn = new WeakMap<readonly ClientRequest[], number>();

/** The index of the last create up to which all were sent in turn. */
function findLastInTurn(creates: readonly ClientRequest[]): number {
  const broken = creates.findIndex((create, index) => {
    const next = creates[index + 1];
    const tookMs = (create.endedMs ?? create.arrivedMs) - create.arrivedMs;
    const isInTurn = create.end === 'whole' && tookMs >= LONG_ANSWER_MS;
    return !isInTurn || (next !== undefined && pauseBetween(create, next) < 0);
  });
  return broken === -1 ? creates.length : broken;
}
