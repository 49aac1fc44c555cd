/** What `fetch` would see of a connection that a fault treats badly: a wait, a rejection, or a body that breaks off. */

import { Readable } from 'node:stream';
import type { ApiResponse } from '../api/api-request.ts';
import type { Wire } from '../api/wire.ts';
import { throttled, untilAborted, waitOnWire } from './wire-body.ts';

/** Waits as long as the wire does, and rejects where there would be no answer; then gives the body that arrives. */
export async function faultyBody(
  answer: ApiResponse,
  wire: Wire,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  if (wire.end?.kind === 'drop') await untilAborted([signal, wire.signal]);
  const hasArrived = await waitOnWire(wire.delayMs, [signal, wire.signal]);
  signal.throwIfAborted();
  if (!hasArrived) throw broken();
  if (wire.end?.at === 'start') {
    if (wire.end.kind === 'stall') await untilAborted([signal, wire.signal]);
    signal.throwIfAborted();
    throw broken();
  }
  // Node's own type of a web stream and the DOM's differ in name only.
  return Readable.toWeb(
    Readable.from(pieces(answer, wire, signal), { objectMode: false }),
  ) as ReadableStream<Uint8Array>;
}

async function* pieces({ body }: ApiResponse, wire: Wire, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (wire.end?.at !== 'headers') {
    await waitOnWire(wire.firstByteMs, [signal, wire.signal]);
    yield* throttled(body, wire, signal);
  }
  if (wire.end?.kind === 'stall') await untilAborted([signal, wire.signal]);
  if (wire.end !== undefined || wire.lengthDelta > 0) throw broken();
}

/** The shape in which Node's fetch reports a connection that was reset. */
function broken(): TypeError {
  const cause = Object.assign(new Error('The connection was closed by a fault.'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}
