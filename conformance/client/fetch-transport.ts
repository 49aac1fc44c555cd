/** The transport for a server in the same process: a function that takes a web Request, as `fetch` does. */

import { once } from 'node:events';
import type { HeaderLine } from './exchange.ts';
import { ReceivedBytes } from './received-bytes.ts';
import { STOPPED, timeoutOf, type Transport, type WireRequest, type WireResult } from './transport.ts';

/** Anything that answers like `fetch`. */
export type FetchLike = (request: Request) => Promise<Response>;

/** Creates a transport that calls a function for each request, with `redirect: 'manual'`. */
export function createFetchTransport(handle: FetchLike): Transport {
  return { raw: false, send: (wire) => sendThrough(handle, wire), close: () => undefined };
}

async function sendThrough(handle: FetchLike, wire: WireRequest): Promise<WireResult> {
  if (wire.signal.aborted) return STOPPED;
  const over = new AbortController();
  const stop = (): void => over.abort(STOPPED);
  const timer = setTimeout(() => over.abort(timeoutOf(wire)), wire.timeoutMs);
  wire.signal.addEventListener('abort', stop);
  const ended = once(over.signal, 'abort').then(() => over.signal.reason as WireResult);
  try {
    return await Promise.race([ended, exchange(handle, wire, over.signal)]);
  } catch (error) {
    return { kind: 'protocol', message: error instanceof Error ? error.message : String(error) };
  } finally {
    // A pending timer or listener would keep the answer in memory.
    clearTimeout(timer);
    wire.signal.removeEventListener('abort', stop);
  }
}

async function exchange(handle: FetchLike, wire: WireRequest, signal: AbortSignal): Promise<WireResult> {
  const { url, method, headers, body, bodyLimit } = wire;
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  const response = await handle(request);
  const received = new ReceivedBytes(bodyLimit);
  for await (const chunk of response.body ?? []) {
    received.add(chunk);
    if (received.length >= bodyLimit) break;
  }
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]): HeaderLine => [name, value]),
    body: received.all(),
    complete: received.length < bodyLimit,
  };
}
