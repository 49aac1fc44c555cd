/** Legal servers of another pace: too fast for the kit to watch, sometimes too busy, or slow. */

import { listOf, refusalAnswer } from '../tamper/create.ts';
import { isAccepted, ONCE_KEY, takingBack, WATCHED_KEY } from '../tamper/calls.ts';
import { legalVariants, type LegalVariant } from '../legal-variant.ts';
import { fieldsOf, withHeader, type Call, type Engine, type Tampering } from '../server.ts';

export const PACE_VARIANTS: readonly LegalVariant[] = legalVariants({
  'revokes-soon': {
    does: 'stops accepting a revoked key after seven more requests',
    tamper: takingBack((_, since) => since <= 7),
    observed: { 'error-code.missing-key': '401 missing_api_key' },
  },
  'done-before-asked': {
    does: 'ends every generation, and refunds failures, before the next request arrives',
    tamper: settling,
    observed: { 'state.watched-path': 'pending > completed', 'state.failed-from': 'pending' },
  },
  'busy-now-and-then': {
    does: 'answers every sixth request 429 first, with a Retry-After of 0',
    tamper: busyEvery(6, 429),
    observed: { 'limits.retry-after': 'always' },
  },
  'busy-and-quick': {
    does: 'rejects creates with 503 first, and ends earlier generations before they are repeated',
    tamper: busyAndQuick,
    observed: { 'limits.retry-after': 'always' },
  },
  'busy-while-watched': {
    does: 'asks clients to wait for content and for sources, and ends these generations meanwhile',
    tamper: busyWhileWatched,
    observed: { 'limits.retry-after': 'always' },
  },
  'done-within-a-look': {
    does: 'ends a generation between a request for its content and the create that extends it',
    tamper: endingAfterContent,
    observed: { 'content.refusal-status.not-completed': '404 content_not_ready' },
  },
  'refunds-soon': {
    does: 'refunds a moment after the poll that shows the failure',
    tamper: refundingSoon,
    observed: { 'content.encoding.video': 'avc' },
  },
  'one-slow-answer': {
    does: 'delays only its first answer',
    tamper: slowOnce,
    observed: { 'content.headers.etag': 'strong' },
  },
});

/** The creates before the refund: those that leave together, and one more. */
const TOO_EARLY = 7;

function refundingSoon(): Tampering {
  let since: number | undefined;
  return async (call, engine) => {
    const isOnce = ONCE_KEY.test(call.key);
    const isNext = call.operation === 'create' && !JSON.stringify(call.json).includes('[[');
    if (isOnce && isNext && since !== undefined && since < TOO_EARLY) {
      since += 1;
      return refusalAnswer(402, 'insufficient_credits');
    }
    const answer = await engine(call);
    if (isOnce && call.operation === 'get' && fieldsOf(answer)['status'] === 'failed') since ??= 0;
    return answer;
  };
}

/** The maximum number of polls. No account of the proof needs more. */
const LOOKS = 8;

/** Polls a generation until it has ended, with the key of its account. */
async function finish(call: Call, engine: Engine, id: string): Promise<void> {
  const url = new URL(`/v1/videos/${id}`, call.url);
  const look: Call = { ...call, operation: 'get', method: 'GET', url, body: undefined, json: {}, id };
  for (let count = 0; count < LOOKS; count += 1) await engine(look);
}

function settling(): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    if (isAccepted(call, answer)) await finish(call, engine, String(fieldsOf(answer)['id']));
    return answer;
  };
}

function busyEvery(nth: number, status: number): () => Tampering {
  return () => {
    let count = 0;
    return (call, engine) => {
      count += 1;
      return count % nth === 0 ? Promise.resolve(busy(status)) : engine(call);
    };
  };
}

function busyAndQuick(): Tampering {
  const quick = settling();
  let creates = 0;
  return (call, engine) => {
    if (call.operation === 'create') creates += 1;
    return call.operation === 'create' && creates % 5 === 0 ? Promise.resolve(busy(503)) : quick(call, engine);
  };
}

/** Delays the first request for content, and the first create with a source, until the generation has ended. */
function busyWhileWatched(): Tampering {
  const seen = new Set<string>();
  return async (call, engine) => {
    const [source] = listOf(call.json, 'source_video_ids');
    const id = call.operation === 'content' ? call.id : typeof source === 'string' ? source : undefined;
    if (id === undefined || seen.has(id) || !WATCHED_KEY.test(call.key)) return engine(call);
    seen.add(id);
    await finish(call, engine, id);
    return busy(429);
  };
}

function endingAfterContent(): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'content' && answer.status === 404 && WATCHED_KEY.test(call.key))
      await finish(call, engine, call.id);
    return answer;
  };
}

function slowOnce(): Tampering {
  let isFirst = true;
  return async (call, engine) => {
    const waits = isFirst;
    isFirst = false;
    if (waits) await new Promise((resolve) => setTimeout(resolve, 500));
    return engine(call);
  };
}

function busy(status: number): ReturnType<typeof refusalAnswer> {
  return withHeader(refusalAnswer(status, 'busy'), 'retry-after', '0');
}
