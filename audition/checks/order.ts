/** Determines which requests a client sent after a response, and which were already in flight when it came. */

import type { ClientRequest } from '../evidence/case-evidence.ts';
import { isSuccess, pairsIn, pauseBetween, worksOf } from './attempts.ts';

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

const known = new WeakMap<readonly ClientRequest[], number>();

/** Returns how many requests for the same work the client sends in parallel: 1 for most clients. */
function mostSideBySide(requests: readonly ClientRequest[]): number {
  const most = known.get(requests) ?? Math.max(1, ...worksOf(requests).map(longestCluster));
  known.set(requests, most);
  return most;
}

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
  const last = lastInTurn.get(creates) ?? findLastInTurn(creates);
  lastInTurn.set(creates, last);
  const index = indexAfter(until.seq - 1, creates);
  return index > FEW && index <= last;
}

const lastInTurn = new WeakMap<readonly ClientRequest[], number>();

/** Returns the index of the last create up to which all were sent in turn. */
function findLastInTurn(creates: readonly ClientRequest[]): number {
  const broken = creates.findIndex((create, index) => {
    const next = creates[index + 1];
    const tookMs = (create.endedMs ?? create.arrivedMs) - create.arrivedMs;
    const isInTurn = create.end === 'whole' && tookMs >= LONG_ANSWER_MS;
    return !isInTurn || (next !== undefined && pauseBetween(create, next) < 0);
  });
  return broken === -1 ? creates.length : broken;
}
