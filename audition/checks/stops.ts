/** Checks how the client polls, and whether it stops at the end of a generation and at permanent refusals. */

import type { ClientRequest } from '../evidence/case-evidence.ts';
import {
  DEADLINE_NEARS,
  firstSentAfter,
  groupsOf,
  indexAfter,
  isPermanent,
  isSuccess,
  pausesIn,
  recordStatus,
  secondsText,
  sendsInTurn,
  worksOf,
  oncePerList,
} from './attempts.ts';
import { judgeFirst, missed, mustNever, required, should, type ClientCheck } from './client-check.ts';

/** The number of polls after the end that are acceptable: after a missing output, or before the download. */
const FINE_POLLS = 3;

const AT_THE_END = mustNever('stops-polling-at-the-end', {
  rests: required('state.terminal'),
  proves: 'After a poll shows completed or failed, the client stops polling. It does not download a failed generation.',
  failing: 'The client continues to poll a generation that has ended, or tries to download a failed generation.',
  remedy: 'Leave the loop when the status is completed or failed. Both statuses are final.',
  judge: ({ requests }) => {
    const ended = groupsOf(requests, ({ generation }) => generation).filter((about) => about.some(hasEnded));
    return judgeFirst(ended, (about) => {
      const end = about.find(hasEnded);
      const after = about.filter((request) => end !== undefined && isPollAfter(request, end));
      const says = `Requests of the client after a poll had shown ${(end && recordStatus(end)) ?? ''}: ${after.length}.`;
      return after.length > FINE_POLLS && missed(says, [end, ...after.slice(0, 2)]);
    });
  },
});

/** Returns whether a request comes after the end for no reason. A failed generation also has nothing to download. */
function isPollAfter({ operation, seq, arrivedMs }: ClientRequest, end: ClientRequest): boolean {
  const isVain = operation === 'get' || (operation === 'content' && recordStatus(end) === 'failed');
  return isVain && seq > end.seq && arrivedMs >= (end.endedMs ?? end.arrivedMs);
}

function hasEnded(request: ClientRequest): boolean {
  return ['completed', 'failed'].includes(recordStatus(request) ?? '');
}

/** The number of fast polls in a row that is not yet constant polling. Polls with growing pauses do not count. */
const MOST_FAST_POLLS = 5;
const FAST_POLL_MS = 2000;
const GROWTH = 1.25;

const SLOWS_DOWN = should('polls-slow-down', {
  since: '0.2',
  rests: required('get.backoff'),
  proves: 'The pauses between polls grow, or are at least 2 seconds long.',
  failing: 'The client polls many times with the same short pause.',
  remedy: 'Begin with a pause of 2 seconds and multiply it after each poll, up to a limit.',
  judge: ({ requests }) => {
    const polls = worksOf(requests.filter(({ operation }) => operation === 'get'));
    const windows = polls.flatMap((work) =>
      work.map((_, end) => work.slice(Math.max(0, end - MOST_FAST_POLLS - 1), end + 1)),
    );
    const full = windows.filter((polled) => polled.length > MOST_FAST_POLLS + 1 && polled.every(isSuccess));
    return judgeFirst(full, (polled) => {
      const says = `The pauses of the client between polls were ${pausesIn(polled).map(secondsText).join(', ')}.`;
      return isConstant(polled) && missed(says, polled.slice(0, 3));
    });
  },
});

function isConstant(polls: readonly ClientRequest[]): boolean {
  const pauses = pausesIn(polls);
  const middle = pauses.length / 2;
  const sum = (some: readonly number[]): number => some.reduce((all, pause) => all + pause, 0);
  const isFast = pauses.every((pause) => pause >= 0 && pause < FAST_POLL_MS);
  return isFast && sum(pauses.slice(middle)) < GROWTH * sum(pauses.slice(0, middle));
}

const AT_A_REFUSAL = mustNever('stops-at-a-refusal', {
  rests: required('errors.no-retry'),
  proves:
    'After 400, 401 or 402, the client does not send the same request again. The client can send the request again only after a change, such as another key. After 404, it repeats a poll or a download for a short time only.',
  failing: 'The client retries a request that the service will always reject.',
  remedy: 'Retry only 429 and 503. Return every other 4xx to the caller at once.',
  judge: ({ requests, deadlineSeconds }) => {
    const gone = worksOf(requests).find((work) => isLongMissing(work, deadlineSeconds));
    const says404 = 'The service returned 404, and the client repeated its request until its deadline was near.';
    if (gone !== undefined) return missed(says404, gone.slice(-3));
    const refused = requests.filter(isPermanent);
    const groups = groupsOf(requests, ({ method, path, bodyHash }) => JSON.stringify([method, path, bodyHash]));
    const same = new Map(groups.flatMap((group) => group.map((request) => [request, group] as const)));
    return judgeFirst(refused, (first) => {
      const until = changeAfter(first, requests);
      const again = firstSentAfter(first, sameUntil(first, same.get(first) ?? [], until), requests);
      const says = `The service rejected a request with ${first.status}, and the client sent the same request again.`;
      return again && missed(says, [first, again]);
    });
  },
});

/** A client may repeat a request this often, however long it pauses. */
const FEW_404 = 3;

/** Returns whether a client repeated a poll or a download that got 404 until its deadline was near. */
function isLongMissing(work: readonly ClientRequest[], deadlineSeconds: number): boolean {
  const gone = work.slice(work.findLastIndex(({ status, operation }) => status !== 404 || operation === 'create') + 1);
  const ms = (gone.at(-1)?.arrivedMs ?? 0) - (gone[0]?.arrivedMs ?? 0);
  return deadlineSeconds > 0 && ms > 1000 * DEADLINE_NEARS * deadlineSeconds && gone.length > FEW_404 + 1;
}

/** Returns the requests of a group that repeat the refused request before anything had changed. */
function sameUntil(first: ClientRequest, group: readonly ClientRequest[], until: number): ClientRequest[] {
  const again = group.slice(indexAfter(first.seq, group), indexAfter(until, group));
  // The refusal was about the key. A request with another key is a different request.
  if (first.code !== 'idempotency_key_reused') return again;
  return again.filter(({ idempotencyKey }) => idempotencyKey === first.idempotencyKey);
}

/**
 * Returns the `seq` of the poll after which a repeated create is a new attempt; Infinity if there is none. After that
 * poll, a source may be ready, or a failed generation has returned its credits.
 */
function changeAfter(first: ClientRequest, requests: readonly ClientRequest[]): number {
  if (first.operation !== 'create') return Infinity;
  const { failed, answered } = pollsOf(requests);
  if (first.status === 402) return failed[indexAfter(first.seq, failed)]?.seq ?? Infinity;
  if (first.code !== 'source_video_not_ready') return Infinity;
  return answered[indexAfter(first.seq, answered)]?.seq ?? Infinity;
}

/** Returns the answered polls, and the polls among them that showed a failed generation. */
const pollsOf = oncePerList((requests) => {
  const answered = requests.filter((request) => request.operation === 'get' && isSuccess(request));
  return { answered, failed: answered.filter((poll) => recordStatus(poll) === 'failed') };
});

const AT_402 = mustNever('stops-submitting-at-402', {
  rests: required('errors.insufficient-credits.status'),
  proves: 'After the service rejects a create request with 402, the client sends no more create requests.',
  failing: 'The client still sends the other create requests of its batch.',
  remedy: 'After the first 402, send no more create requests. Finish the accepted generations, and report the others.',
  judge: ({ requests }) => {
    const creates = requests.filter(({ operation }) => operation === 'create');
    const refused = creates.find(({ status, end }) => status === 402 && end === 'whole');
    if (refused === undefined) return 'untried';
    const following = sureToFollow(refused, requests);
    const until = changeAfter(refused, requests);
    const others = creates.filter(
      ({ seq, bodyHash }) => seq > refused.seq && seq < until && bodyHash !== refused.bodyHash,
    );
    const sure = others.find((create) => following.has(create) || sendsInTurn(creates, create));
    const says = `The service rejected a create request with 402, and the client sent another create request after that.`;
    return sure && missed(says, [refused, sure]);
  },
});

/**
 * Returns the requests that the client certainly sent after the refusal. A request certainly follows an earlier
 * response on its connection. That response is the refusal, or a response to a request that came after the refusal. The
 * elapsed time proves nothing, because a busy machine delays requests.
 */
function sureToFollow(refused: ClientRequest, requests: readonly ClientRequest[]): ReadonlySet<ClientRequest> {
  const sure = new Set<ClientRequest>();
  const firstEnd = new Map<number, number>();
  for (const request of requests) {
    const { seq, connection, arrivedMs, end, endedMs } = request;
    if (connection === null) continue;
    const before = firstEnd.get(connection) ?? Infinity;
    if (before <= arrivedMs) sure.add(request);
    const isAfter = seq === refused.seq || arrivedMs >= (refused.endedMs ?? refused.arrivedMs);
    if (isAfter && end === 'whole' && endedMs !== null) firstEnd.set(connection, Math.min(before, endedMs));
  }
  return sure;
}

export const STOP_CHECKS: readonly ClientCheck[] = [AT_THE_END, AT_A_REFUSAL, AT_402, SLOWS_DOWN];
