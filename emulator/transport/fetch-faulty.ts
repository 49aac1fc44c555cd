/** What `fetch` would see of a connection that a fault treats badly: a wait, a rejection, or a body that breaks off. */

import { Readable } from 'node:stream';
import type { ApiResponse } from '../api/api-request.ts';
import type { Wire } from '../api/wire.ts';
import { headersOver, throttled, untilAborted, waitOnWire } from './wire-body.ts';

/** What arrives of an answer: its headers, and a body that ends as the wire does. */
export interface Arriving {
  readonly headers: Record<string, string>;
  readonly body: ReadableStream<Uint8Array>;
}

/** The request that is answered; a Request whose holder is gone would take its signal's news with it, so it is held, and not its signal. */
type Asked = Pick<Request, 'signal'>;

/** Waits as long as the wire does, and rejects where there would be no answer; then gives what arrives. */
export async function arriveFaulty(request: Asked, answer: ApiResponse, wire: Wire): Promise<Arriving> {
  const { end } = wire;
  if (end?.kind === 'drop' || (end?.kind === 'stall' && end.at === 'start')) await untilAborted(endOf(request, wire));
  const hasArrived = await waitOnWire(wire.delayMs, endOf(request, wire));
  request.signal.throwIfAborted();
  if (!hasArrived || end?.at === 'start') throw broken();
  const stream = Readable.from(pieces(request, answer, wire), { objectMode: false });
  // Node's own type of a web stream and the DOM's differ in name only.
  return { headers: headersOver(answer, wire), body: Readable.toWeb(stream) as ReadableStream<Uint8Array> };
}

async function* pieces(request: Asked, { body }: ApiResponse, wire: Wire): AsyncGenerator<Uint8Array> {
  const signal = endOf(request, wire);
  if (wire.end?.at !== 'headers') {
    await waitOnWire(wire.firstByteMs, signal);
    yield* throttled(body, wire, signal);
  }
  if (wire.end?.kind === 'stall') await untilAborted(signal);
  if (request.signal.aborted || signal.aborted || wire.end !== undefined || wire.lengthDelta > 0) throw broken();
}

function endOf({ signal }: Asked, wire: Wire): AbortSignal {
  return wire.signal === undefined ? signal : AbortSignal.any([signal, wire.signal]);
}

/** The shape in which Node's fetch reports a connection that was reset. */
function broken(): TypeError {
  const cause = Object.assign(new Error('The connection was closed by a fault.'), { code: 'ECONNRESET' });
  return new TypeError('fetch failed', { cause });
}
