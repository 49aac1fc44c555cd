/** Which requests a client sent because of an answer, and which were under way when that came. */

import type { ClientRequest } from '../evidence/case-evidence.ts';
import { isSuccess, pauseBetween, worksOf } from './attempts.ts';

/**
 * The first of these requests that its client sent when it could have had an answer. After an answer on the same
 * connection it was sent for sure; on another it may have been under way, if the client sends such requests side by
 * side: so many of them are passed over, however late a busy machine has them arrive.
 */
export function firstSentAfter(
  answer: ClientRequest,
  requests: readonly ClientRequest[],
  isIt: (request: ClientRequest) => boolean,
): ClientRequest | undefined {
  const later = requests.filter(
    (request) => request.seq > answer.seq && pauseBetween(answer, request) >= 0 && isIt(request),
  );
  const onConnection = later.findIndex(({ connection }) => connection !== null && connection === answer.connection);
  const underWay = mostSideBySide(requests) - 1;
  return later[onConnection === -1 ? underWay : Math.min(onConnection, underWay)];
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
  const before = creates.filter(({ seq }) => seq < until.seq);
  const isInTurn = before.every((create, index) => {
    const next = before[index + 1] ?? until;
    const tookMs = (create.endedMs ?? create.arrivedMs) - create.arrivedMs;
    return create.end === 'whole' && tookMs >= LONG_ANSWER_MS && pauseBetween(create, next) >= 0;
  });
  return isInTurn && before.length > FEW;
}
