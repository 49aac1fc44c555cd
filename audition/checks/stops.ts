/** When the client stops: at the end of a generation, and at refusals that another attempt does not change. */

import type { ClientRequest } from '../evidence/case-evidence.ts';
import { isSuccess, recordStatus } from './attempts.ts';
import { firstSentAfter, sendsInTurn } from './order.ts';
import { defineClientCheck, KEPT, UNTRIED, type ClientCheck } from './client-check.ts';

/** Looks after the end that are fine: an output that was missing, a last look before the download. */
const FINE_POLLS = 3;

const AT_THE_END = defineClientCheck({
  id: 'stops-polling-at-the-end',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence: 'The terminal states are completed and failed.',
    source: 'API document, States and transitions',
  },
  proves: 'Once a poll shows completed or failed, the client stops polling.',
  failing: 'It goes on polling a generation that has ended.',
  remedy: 'Leave the loop at completed and at failed: neither ever changes.',
  everywhere: true,
  judge: ({ requests }) => {
    const ends = requests.filter((request) => ['completed', 'failed'].includes(recordStatus(request) ?? ''));
    if (ends.length === 0) return UNTRIED;
    for (const end of ends) {
      const after = requests.filter((request) => isPollAfter(request, end));
      if (after.length <= FINE_POLLS) continue;
      const says = `A poll showed ${recordStatus(end) ?? ''}, and it polled ${after.length} times more.`;
      return { kind: 'missed', says, exchanges: [end.seq, ...after.slice(0, 2).map(({ seq }) => seq)] };
    }
    return KEPT;
  },
});

function isPollAfter(request: ClientRequest, end: ClientRequest): boolean {
  const isLater = request.seq > end.seq && request.arrivedMs >= (end.endedMs ?? end.arrivedMs);
  return isLater && request.operation === 'get' && request.generation === end.generation;
}

const FINAL = new Set([400, 401, 402]);

const AT_A_REFUSAL = defineClientCheck({
  id: 'stops-at-a-refusal',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence: 'Do not automatically retry other 4xx responses.',
    source: 'API document, Errors',
  },
  proves: 'After 400, 401 or 402 the client does not send the same request again while nothing has changed.',
  failing: 'It retries a request that was refused for good.',
  remedy: 'Retry 429 and 503 alone; hand every other 4xx to the caller at once.',
  everywhere: true,
  judge: ({ requests }) => {
    const refused = requests.filter(({ status, end }) => end === 'whole' && FINAL.has(status));
    if (refused.length === 0) return UNTRIED;
    for (const first of refused) {
      const again = firstSentAfter(
        first,
        requests,
        (request) => isSameAgain(first, request) && !hasChanged(first, request, requests),
      );
      if (again === undefined) continue;
      const says = `It was refused with ${first.status}, and sent the same request again.`;
      return { kind: 'missed', says, exchanges: [first.seq, again.seq] };
    }
    return KEPT;
  },
});

function isSameAgain(first: ClientRequest, again: ClientRequest): boolean {
  const isSame = again.method === first.method && again.path === first.path && again.bodyHash === first.bodyHash;
  // The refusal was about the key, and another key is another request.
  const isOtherKey = first.code === 'idempotency_key_reused' && again.idempotencyKey !== first.idempotencyKey;
  return isSame && !isOtherKey;
}

/**
 * A source that was not ready was polled, or a generation that failed gave its credits back: after a create that was
 * refused for want of either, the next one is another attempt.
 */
function hasChanged(first: ClientRequest, again: ClientRequest, requests: readonly ClientRequest[]): boolean {
  if (first.operation !== 'create') return false;
  const polls = requests.filter(({ operation, seq }) => operation === 'get' && seq > first.seq && seq < again.seq);
  if (first.status === 402) return polls.some((poll) => recordStatus(poll) === 'failed');
  return first.code === 'source_video_not_ready' && polls.some(isSuccess);
}

const AT_402 = defineClientCheck({
  id: 'stops-submitting-at-402',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence: 'The insufficient-credit case has code insufficient_credits, and status 402 is listed for create.',
    source: 'API document, Errors',
  },
  proves: 'Once a create is refused for lack of credits, the client submits no further ones.',
  failing: 'It goes on submitting the rest of its batch.',
  remedy: 'Stop submitting at the first 402, finish what was accepted, and tell the caller what was not submitted.',
  everywhere: true,
  judge: ({ requests }) => {
    const creates = requests.filter(({ operation }) => operation === 'create');
    const refused = creates.find(({ status, end }) => status === 402 && end === 'whole');
    if (refused === undefined) return UNTRIED;
    const sure = creates.find(
      (create) =>
        create.seq > refused.seq &&
        create.bodyHash !== refused.bodyHash &&
        (isSureToFollow(refused, create, requests) || sendsInTurn(creates, create)) &&
        !hasChanged(refused, create, requests),
    );
    if (sure === undefined) return KEPT;
    const says = `It was refused with 402, and submitted another clip after that.`;
    return { kind: 'missed', says, exchanges: [refused.seq, sure.seq] };
  },
});

/**
 * Whether a create was sent when the refusal had come, and was not under way then: what comes on a connection after an
 * answer on that connection is sure to, if that answer is the refusal or one to a request that followed it. How long
 * after says nothing: a busy machine takes its time.
 */
function isSureToFollow(refused: ClientRequest, create: ClientRequest, requests: readonly ClientRequest[]): boolean {
  return requests.some(
    ({ seq, connection, arrivedMs, end, endedMs }) =>
      (seq === refused.seq || arrivedMs >= (refused.endedMs ?? refused.arrivedMs)) &&
      seq < create.seq &&
      connection !== null &&
      connection === create.connection &&
      end === 'whole' &&
      endedMs !== null &&
      endedMs <= create.arrivedMs,
  );
}

export const STOP_CHECKS: readonly ClientCheck[] = [AT_THE_END, AT_A_REFUSAL, AT_402];
