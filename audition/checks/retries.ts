/** How the client tries again: after which pause, and how often. */

import type { ClientRequest } from '../evidence/case-evidence.ts';
import { defineClientCheck, KEPT, UNTRIED, type ClientCheck } from './client-check.ts';
import { isSameWork } from './attempts.ts';
import { askedWait, type AskedWait } from './retry-after.ts';

/** 50 ms early is not early. */
const TOLERANCE_MS = 50;

const WAITS = defineClientCheck({
  id: 'waits-as-long-as-retry-after',
  level: 'must',
  kind: 'safety',
  twin: 'delivers',
  rests: {
    sentence:
      'Servers send the "Retry-After" header field to indicate how long the user agent ought to wait before making a follow-up request.',
    source: 'RFC 9110, 10.2.3',
  },
  proves: 'Before it tries again, the client waits at least as long as Retry-After says, in seconds or as a date.',
  failing: 'It sends the same request again before that time is over.',
  remedy:
    'Read Retry-After as seconds and as an HTTP date, and sleep for the larger of that and your own backoff; give up rather than come early.',
  everywhere: true,
  judge: ({ requests }) => {
    const asked = requests.flatMap((request) => {
      const wait = request.end === 'whole' ? askedWait(request) : undefined;
      const next = wait && requests.find((other) => other.seq > request.seq && isSameWork(request, other));
      return wait === undefined || next === undefined ? [] : [{ request, wait, next }];
    });
    const early = asked.find(({ request, wait, next }) => pauseOf(request, next) < wait.ms - TOLERANCE_MS);
    if (early === undefined) return asked.length === 0 ? UNTRIED : KEPT;
    const { request, wait, next } = early;
    return { kind: 'missed', says: tooEarly(request, wait, next), exchanges: [request.seq, next.seq] };
  },
});

/** Milliseconds from the last byte of an answer to the arrival of another request. */
function pauseOf({ endedMs, arrivedMs }: ClientRequest, next: ClientRequest): number {
  return next.arrivedMs - (endedMs ?? arrivedMs);
}

function tooEarly(request: ClientRequest, wait: AskedWait, next: ClientRequest): string {
  const pause = (pauseOf(request, next) / 1000).toFixed(2);
  return `It was answered ${request.status} with ${wait.header}, and sent the same request again after ${pause} s.`;
}

export const RETRY_CHECKS: readonly ClientCheck[] = [WAITS];
