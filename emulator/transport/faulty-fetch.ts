/** Applies connection faults to `fetch`: a delay, a rejection, or a body that fails. */

import type { ApiResponse } from '../api/messages.ts';
import type { ConnectionFaults } from '../api/connection-faults.ts';
import { faultyHeaders, throttledBody, untilAborted, waitUnlessAborted } from './faulty-body.ts';

/** The part of a response that arrives: its headers, and a body that ends with the fault. */
export interface FaultyArrival {
  readonly headers: Record<string, string>;
  readonly body: ReadableStream<Uint8Array>;
}

/** The request is kept instead of its signal, because the signal of a garbage-collected Request never aborts. */
type RequestInFlight = Pick<Request, 'signal'>;

/** Waits as long as the fault delays the headers. Returns the part that arrives, or rejects if none does. */
export async function faultyFetch(
  request: RequestInFlight,
  answer: ApiResponse,
  wire: ConnectionFaults,
): Promise<FaultyArrival> {
  const canceled = new AbortController();
  const ended = AbortSignal.any(
    [request.signal, wire.signal, canceled.signal].filter((signal) => signal !== undefined),
  );
  const faulty: FaultyFetch = { wire, ended, canceled };
  await untilHeaders(request, faulty).catch((cause: unknown) => {
    answer.receipt?.sent(0, request.signal.aborted);
    throw cause;
  });
  const source = counted(request, answer, faulty);
  return { headers: faultyHeaders(answer, wire), body: toStream(source, canceled) };
}

interface FaultyFetch {
  readonly wire: ConnectionFaults;
  /** Aborts when the client aborts, the reader cancels, or the account is reset. */
  readonly ended: AbortSignal;
  /** Aborted when the reader cancels the body. */
  readonly canceled: AbortController;
}

async function untilHeaders(request: RequestInFlight, { wire, ended }: FaultyFetch): Promise<void> {
  const { end } = wire;
  if (end?.kind === 'drop' || (end?.kind === 'stall' && end.at === 'start')) await untilAborted(ended);
  const hasArrived = await waitUnlessAborted(wire.delayMs, ended);
  request.signal.throwIfAborted();
  if (!hasArrived || end?.at === 'start') throw broken();
}

/** Yields the chunks. At the end, reports the number of bytes and whether the client canceled. */
async function* counted(
  request: RequestInFlight,
  answer: ApiResponse,
  faulty: FaultyFetch,
): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0;
  let isBrokenOff = true;
  try {
    for await (const chunk of chunks(request, answer, faulty)) {
      bytes += chunk.length;
      yield chunk;
    }
    isBrokenOff = false;
    return undefined;
  } catch (cause) {
    isBrokenOff = request.signal.aborted || faulty.canceled.signal.aborted;
    throw cause;
  } finally {
    answer.receipt?.sent(bytes, isBrokenOff);
  }
}

async function* chunks(
  request: RequestInFlight,
  { body }: ApiResponse,
  { wire, ended }: FaultyFetch,
): AsyncGenerator<Uint8Array> {
  if (wire.end?.at !== 'headers') {
    await waitUnlessAborted(wire.firstByteMs, ended);
    yield* throttledBody(body, wire, ended);
  }
  if (wire.end?.kind === 'stall') await untilAborted(ended);
  request.signal.throwIfAborted();
  if (ended.aborted || wire.end !== undefined || wire.lengthDelta > 0) throw broken();
}

/** Converts a generator to a stream. A stream of ReadableStream.from cannot be canceled while the generator waits. */
function toStream(
  source: AsyncGenerator<Uint8Array, undefined>,
  canceled: AbortController,
): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { value } = await source.next();
    if (value === undefined) controller.close();
    else controller.enqueue(value);
  };
  const cancel = async (): Promise<void> => {
    canceled.abort();
    await source.return(undefined);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** Creates the error that Node's fetch throws if a connection is reset. */
function broken(): TypeError {
  const cause = Object.assign(new Error('A fault rule closed the connection.'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}
