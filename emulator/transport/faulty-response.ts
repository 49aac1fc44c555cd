/** Sends a response with faults over a socket or by `fetch`: late, throttled, cut, reset, stalled, or never. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { lengthOfBody } from '../api/messages.ts';
import type { ApiBody, ApiResponse, ConnectionEnd, ConnectionFaults } from '../api/messages.ts';
import { bodyStream } from './clip-stream.ts';
import { endBadly, writeHead, type ResponseProgress } from './delivery.ts';
import { closeOnHalfClose } from './half-open.ts';

const TICK_MS = 100;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const FETCH_WAITS_MS = 300_000;
/** The maximum delay that throttling makes up for, after a busy machine or a slow reader. */
const MOST_CAUGHT_UP_MS = 1000;

/** Writes the response until the client disconnects or the account is reset. The promise never rejects. */
export async function writeFaultyResponse(
  response: ServerResponse,
  answer: ApiResponse,
  { faults, progress }: { readonly faults: ConnectionFaults; readonly progress: ResponseProgress },
): Promise<void> {
  closeOnHalfClose(response);
  const closed = new AbortController();
  const breakOff = (): void => {
    progress.isClosedByUs = true;
    response.destroy();
  };
  response.once('close', () => closed.abort());
  faults.signal?.addEventListener('abort', breakOff, { once: true, signal: closed.signal });
  const finish = async (kind: EndKind): Promise<void> => {
    const end = kind === 'whole' && faults.lengthDelta !== 0 ? 'cut' : kind;
    if (end !== 'whole') return endBadly(response, end, { progress, receipt: answer.receipt });
    answer.receipt?.leaving();
    response.end();
  };
  const parts = faultyParts(answer, faults, closed.signal);
  try {
    if (faults.signal?.aborted === true) return breakOff();
    for (;;) {
      const { value: part, done } = await parts.next();
      if (closed.signal.aborted) return void (await parts.return('cut'));
      if (done === true) return await finish(part);
      if (part instanceof Uint8Array) await writeChunk(response, part, { progress, closed: closed.signal });
      else {
        writeHead(response, { ...answer, headers: part });
        response.flushHeaders();
      }
    }
  } catch {
    // The headers have been sent, so the only way to report the error is to close the connection.
    breakOff();
  }
}

async function writeChunk(
  response: ServerResponse,
  chunk: Uint8Array,
  { progress, closed }: { readonly progress: ResponseProgress; readonly closed: AbortSignal },
): Promise<void> {
  progress.written += chunk.length;
  // The wait leaves no listeners behind.
  if (!response.write(chunk)) await once(response, 'drain', { signal: closed }).catch(() => undefined);
  if (!closed.aborted) progress.flushed = progress.written;
}

/** The part of a response that arrives: its headers, and a body that ends with the fault. */
export interface FaultyArrival {
  readonly headers: Record<string, string>;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Waits as long as the fault delays the headers. Returns the part that arrives, or rejects if none does. The request is
 * kept instead of its signal, because the signal of a garbage-collected Request never aborts.
 */
export async function faultyFetch(
  request: Pick<Request, 'signal'>,
  answer: ApiResponse,
  faults: ConnectionFaults,
): Promise<FaultyArrival> {
  const canceled = new AbortController();
  const signals = [request.signal, faults.signal, canceled.signal].filter((signal) => signal !== undefined);
  const ended = AbortSignal.any(signals);
  const parts = faultyParts(answer, faults, ended);
  let bytes = 0;
  let { receipt } = answer;
  const report = (isBrokenOff: boolean): void => {
    receipt?.sent(bytes, isBrokenOff);
    receipt = undefined;
  };
  const next = async (): Promise<Part | undefined> => {
    try {
      const { value, done } = await parts.next();
      if (done === true) {
        if (value === 'stall' || value === 'drop') await untilAborted(ended);
        request.signal.throwIfAborted();
        if (value !== 'whole' || faults.lengthDelta > 0 || ended.aborted) throw broken();
        report(false);
        return undefined;
      }
      if (value instanceof Uint8Array) bytes += value.length;
      return value;
    } catch (cause) {
      report(request.signal.aborted);
      throw cause;
    }
  };
  const headers = await next();
  if (headers === undefined || headers instanceof Uint8Array) throw broken();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const chunk = await next();
    if (chunk instanceof Uint8Array) controller.enqueue(chunk);
    else controller.close();
  };
  const cancel = async (): Promise<void> => {
    canceled.abort();
    report(true);
    await parts.return('cut');
  };
  // A stream of ReadableStream.from cannot be canceled while its generator waits.
  return { headers, body: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }) };
}

/** Creates the error that Node's fetch throws if a connection is reset. */
function broken(): TypeError {
  const cause = Object.assign(new Error('A fault rule closed the connection.'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}

/** The headers, or a chunk of the body. */
type Part = Record<string, string> | Uint8Array;
type EndKind = ConnectionEnd['kind'] | 'whole';

/**
 * Yields the headers and the chunks of the body as the faults let them arrive. Returns how the connection ends. `ended`
 * aborts when the client disconnects or the account is reset.
 */
async function* faultyParts(
  answer: ApiResponse,
  faults: ConnectionFaults,
  ended: AbortSignal,
): AsyncGenerator<Part, EndKind> {
  const { end } = faults;
  if (end?.kind === 'drop') return 'drop';
  await waitUnlessAborted(faults.delayMs, ended);
  if (ended.aborted || end?.at === 'start') return end?.kind ?? 'cut';
  yield faultyHeaders(answer, faults);
  if (end?.at === 'headers') return end.kind;
  await waitUnlessAborted(faults.firstByteMs, ended);
  yield* throttledBody(answer.body, faults, ended);
  return end?.kind ?? 'whole';
}

/** Waits until the time has passed or the signal aborts. */
async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(Math.min(ms, LONGEST_TIMER_MS), undefined, { signal }).catch(() => undefined);
}

/**
 * Waits until the signal aborts. For as long as Node's fetch waits for a response, it keeps the process alive like an
 * open connection. The timer of `AbortSignal.timeout` does not. Later a timer still refers to the promise, because
 * otherwise it could be garbage collected and never resolve.
 */
async function untilAborted(signal: AbortSignal): Promise<void> {
  await waitUnlessAborted(FETCH_WAITS_MS, signal);
  while (!signal.aborted) await sleep(LONGEST_TIMER_MS, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Returns the headers with the Content-Length that the fault requires, which may be wrong or missing. */
function faultyHeaders({ headers, body }: ApiResponse, { end, lengthDelta }: ConnectionFaults): Record<string, string> {
  const { 'content-length': length, ...rest } = headers;
  if (length === undefined || (body !== null && end?.isChunked === true)) return rest;
  return { ...rest, 'content-length': String(Math.max(0, Number(length) + lengthDelta)) };
}

/** Yields the body up to its cut, at the rate that the fault allows. */
async function* throttledBody(
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
      await waitUnlessAborted(due - now, signal);
      if (signal.aborted) return;
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
