/** The transport for a server in the same process: a function that takes a web Request, as `fetch` does. */

import type { HeaderLine } from './exchange.ts';
import { createPatience, type Patience } from './patience.ts';
import { ReceivedBytes } from './received-bytes.ts';
import {
  STOPPED,
  timeoutOf,
  type Transport,
  type WireFailure,
  type WireRequest,
  type WireResult,
} from './transport.ts';

/** Anything that answers like `fetch`. */
export type FetchLike = (request: Request) => Promise<Response>;

/** Creates a transport that calls a function for each request, with `redirect: 'manual'`. */
export function createFetchTransport(handle: FetchLike): Transport {
  return { raw: false, send: (wire) => sendThrough(handle, wire), close: () => undefined };
}

async function sendThrough(handle: FetchLike, wire: WireRequest): Promise<WireResult> {
  const controller = new AbortController();
  let timedOut = false;
  const stop = (): void => controller.abort();
  const patience = createPatience({ ms: wire.timeoutMs }, () => {
    timedOut = true;
    stop();
  });
  wire.signal.addEventListener('abort', stop, { once: true });
  if (wire.signal.aborted) stop();
  try {
    return await Promise.race([
      exchange(handle, wire, { signal: controller.signal, patience }),
      untilAborted(controller.signal),
    ]);
  } catch (error) {
    return failureOf(error, { timedOut, stopped: wire.signal.aborted, wire });
  } finally {
    // A pending timer or listener would keep the answer in memory.
    patience.end();
    wire.signal.removeEventListener('abort', stop);
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new Error('aborted'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

interface Waiting {
  readonly signal: AbortSignal;
  readonly patience: Patience;
}

async function exchange(handle: FetchLike, wire: WireRequest, { signal, patience }: Waiting): Promise<WireResult> {
  const { method, headers, body } = wire;
  const request = new Request(wire.url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  const response = await handle(request);
  patience.began();
  const { bytes, complete } = await read(response, wire, patience);
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]): HeaderLine => [name, value]),
    body: bytes,
    complete,
  };
}

async function read(
  { body, headers }: Response,
  { bodyLimit, reserve }: WireRequest,
  patience: Patience,
): Promise<{ bytes: Buffer; complete: boolean }> {
  const announced = headers.get('content-length');
  const received = new ReceivedBytes(bodyLimit, announced === null ? undefined : Number(announced), reserve);
  for await (const chunk of body ?? []) {
    received.add(chunk);
    patience.received(chunk.length);
    if (received.length >= bodyLimit) return { bytes: received.all(), complete: false };
    const memory = received.memory();
    if (memory === undefined) continue;
    // The server is not slow while the kit does not read.
    patience.end();
    await memory;
    patience.began();
  }
  return { bytes: received.all(), complete: true };
}

function failureOf(
  error: unknown,
  { timedOut, stopped, wire }: { timedOut: boolean; stopped: boolean; wire: WireRequest },
): WireFailure {
  if (stopped) return STOPPED;
  if (timedOut) return timeoutOf(wire);
  return { kind: 'protocol', message: error instanceof Error ? error.message : String(error) };
}
