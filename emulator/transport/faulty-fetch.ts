/** What `fetch` would see of a connection that a fault treats badly: a wait, a rejection, or a body that breaks off. */

import type { ApiResponse } from '../api/api-request.ts';
import type { Wire } from '../api/wire.ts';
import { faultyHeaders, throttledBody, untilAborted, waitUnlessAborted } from './faulty-body.ts';

/** What arrives of an answer: its headers, and a body that ends as the wire does. */
export interface FaultyArrival {
  readonly headers: Record<string, string>;
  readonly body: ReadableStream<Uint8Array>;
}

/** The request that is answered; a Request whose holder is gone would take its signal's news with it, so it is held, and not its signal. */
type Asked = Pick<Request, 'signal'>;

/** Waits as long as the wire does, and rejects where there would be no answer; then gives what arrives. */
export async function faultyFetch(request: Asked, answer: ApiResponse, wire: Wire): Promise<FaultyArrival> {
  const cancelled = new AbortController();
  const over = AbortSignal.any(
    [request.signal, wire.signal, cancelled.signal].filter((signal) => signal !== undefined),
  );
  const passage = { wire, over, cancelled };
  await untilHeaders(request, passage).catch((cause: unknown) => {
    answer.receipt?.sent(0, request.signal.aborted);
    throw cause;
  });
  const source = counted(request, answer, passage);
  return { headers: faultyHeaders(answer, wire), body: toStream(source, cancelled) };
}

interface Passage {
  readonly wire: Wire;
  /** Aborts when the client or the account has gone. */
  readonly over: AbortSignal;
  /** Aborted by a reader that wants no more. */
  readonly cancelled: AbortController;
}

async function untilHeaders(request: Asked, { wire, over }: Passage): Promise<void> {
  const { end } = wire;
  if (end?.kind === 'drop' || (end?.kind === 'stall' && end.at === 'start')) await untilAborted(over);
  const hasArrived = await waitUnlessAborted(wire.delayMs, over);
  request.signal.throwIfAborted();
  if (!hasArrived || end?.at === 'start') throw broken();
}

/** The pieces, and at their end a word to the journal: how many bytes arrived, and whether it was the client who broke off. */
async function* counted(request: Asked, answer: ApiResponse, passage: Passage): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0;
  let isBrokenOff = true;
  try {
    for await (const piece of pieces(request, answer, passage)) {
      bytes += piece.length;
      yield piece;
    }
    isBrokenOff = false;
    return undefined;
  } catch (cause) {
    isBrokenOff = request.signal.aborted || passage.cancelled.signal.aborted;
    throw cause;
  } finally {
    answer.receipt?.sent(bytes, isBrokenOff);
  }
}

async function* pieces(request: Asked, { body }: ApiResponse, { wire, over }: Passage): AsyncGenerator<Uint8Array> {
  if (wire.end?.at !== 'headers') {
    await waitUnlessAborted(wire.firstByteMs, over);
    yield* throttledBody(body, wire, over);
  }
  if (wire.end?.kind === 'stall') await untilAborted(over);
  if (request.signal.aborted || over.aborted || wire.end !== undefined || wire.lengthDelta > 0) throw broken();
}

/** By hand, because a stream made from a generator cannot be cancelled while the generator waits. */
function toStream(
  source: AsyncGenerator<Uint8Array, undefined>,
  cancelled: AbortController,
): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const { value } = await source.next();
    if (value === undefined) controller.close();
    else controller.enqueue(value);
  };
  const cancel = async (): Promise<void> => {
    cancelled.abort();
    await source.return(undefined);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** The shape in which Node's fetch reports a connection that was reset. */
function broken(): TypeError {
  const cause = Object.assign(new Error('The connection was closed by a fault.'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}
