/** Applies the faults of a body for all entry points: delays, a low rate, a cut, or a wrong length. */

import { setTimeout as sleep } from 'node:timers/promises';
import { lengthOfBody, type ApiBody, type ApiResponse } from '../api/messages.ts';
import type { ConnectionFaults } from '../api/connection-faults.ts';
import { bodyStream } from './clip-stream.ts';

const TICK_MS = 100;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const FETCH_WAITS_MS = 300_000;
/** The maximum delay that throttling makes up for, after a busy machine or a slow reader. */
const MOST_CAUGHT_UP_MS = 1000;

/** Waits until the time has passed or the signal aborts. Returns true if the time has passed. */
export async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms > 0) await sleep(Math.min(ms, LONGEST_TIMER_MS), undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

/**
 * Waits until the signal aborts. For as long as Node's fetch waits for a response, it keeps the process alive like an
 * open connection. The timer of `AbortSignal.timeout` does not. Later a timer still refers to the promise, because
 * otherwise it could be garbage collected and never resolve.
 */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  await waitUnlessAborted(FETCH_WAITS_MS, signal);
  while (!signal.aborted) await sleep(LONGEST_TIMER_MS, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Returns the headers with the Content-Length that the fault requires, which may be wrong or missing. */
export function faultyHeaders(
  { headers, body }: ApiResponse,
  { end, lengthDelta }: ConnectionFaults,
): Record<string, string> {
  const { 'content-length': length, ...rest } = headers;
  if (length === undefined || (body !== null && end?.isChunked === true)) return rest;
  return { ...rest, 'content-length': String(Math.max(0, Number(length) + lengthDelta)) };
}

/** Yields the body up to its cut, at the rate that the fault allows. */
export async function* throttledBody(
  body: ApiBody,
  { end, bytesPerSecond }: ConnectionFaults,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let left = end === undefined || typeof end.at !== 'number' ? Infinity : Math.floor(lengthOf(body) * end.at);
  const step = bytesPerSecond === undefined ? Infinity : Math.max(1, Math.floor((bytesPerSecond * TICK_MS) / 1000));
  let due = performance.now();
  for await (const chunk of chunksOf(body)) {
    for (let at = 0; at < chunk.length && left > 0;) {
      const part = chunk.subarray(at, at + Math.min(step, left, chunk.length));
      yield part;
      at += part.length;
      left -= part.length;
      if (bytesPerSecond === undefined) continue;
      // Each due time follows from the previous one, so that the delays of late timers do not add up.
      const now = performance.now();
      due = Math.max(due, now - MOST_CAUGHT_UP_MS) + (part.length / bytesPerSecond) * 1000;
      if (!(await waitUnlessAborted(due - now, signal))) return;
    }
    if (left <= 0) return;
  }
}

function lengthOf(body: ApiBody): number {
  if (body === null) return 0;
  if (typeof body === 'object' && 'forwarded' in body) return body.size ?? 0;
  return lengthOfBody(body) ?? 0;
}

async function* chunksOf(body: ApiBody): AsyncGenerator<Uint8Array> {
  if (body === null || body === '') return;
  if (typeof body === 'string') yield Buffer.from(body);
  else yield* bodyStream(body);
}
