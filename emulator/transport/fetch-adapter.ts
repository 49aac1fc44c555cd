/** The entry point for `fetch` in the same process: it converts a web Request to a web Response. */

import { addAbortSignal, type Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import { ClientGone, type Api, type ApiRequest, type ApiResponse } from '../api/messages.ts';
import type { Receipt } from '../journal/recorder.ts';
import { BodyBuffer } from '../../lib/body-buffer.ts';
import { bodyStream } from './clip-stream.ts';
import { faultyFetch } from './faulty-response.ts';

/** The part of a web Request that the engine reads. */
export type FetchRequest = Pick<Request, 'method' | 'url' | 'headers' | 'body' | 'signal'>;

/** Returns a Request unchanged, so that it keeps its signal and body. Converts other inputs. */
export function toFetchRequest(input: string | URL | FetchRequest, init?: RequestInit): FetchRequest {
  if (typeof input === 'string' || input instanceof URL) return new Request(input, init);
  return init === undefined ? input : new Request(input.url, { ...spread(input), ...init });
}

function spread({ method, headers, body, signal }: FetchRequest): RequestInit {
  return { method, headers, body, signal, ...(body !== null && { duplex: 'half' as const }) };
}

/** Answers a web Request. Rejects like `fetch` if the request is aborted or its body cannot be read. */
export async function answerFetch(api: Api, request: FetchRequest): Promise<Response> {
  const reading: Reading = {};
  const response = await api.handle(toApiRequest(request, reading));
  const isBrokenOff = request.signal.aborted || response.signal?.aborted === true;
  if (isBrokenOff || reading.failure !== undefined) response.receipt?.sent(0, true);
  request.signal.throwIfAborted();
  response.signal?.throwIfAborted();
  if (reading.failure !== undefined) throw reading.failure;
  const { status, headers, connectionFaults, receipt } = response;
  const arriving = connectionFaults === undefined ? undefined : await faultyFetch(request, response, connectionFaults);
  const isBodiless = request.method === 'HEAD' || BODILESS.has(status);
  if (isBodiless) receipt?.sent(0, false);
  const body = isBodiless ? null : (arriving?.body ?? toWebBody(response, request.signal));
  const answer = new Response(body, { status, headers: arriving?.headers ?? headers });
  for (const cookie of response.cookies ?? []) answer.headers.append('set-cookie', cookie);
  return answer;
}

/** The constructor of Response throws for these statuses if there is a body, even an empty one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

interface Reading {
  failure?: Error;
}

function toApiRequest(request: FetchRequest, reading: Reading): ApiRequest {
  const { pathname, search, host, protocol } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    scheme: protocol === 'https:' ? 'https' : 'http',
    header: (name) => request.headers.get(name) ?? (name === 'host' ? host : undefined),
    eachHeader: (visit) => {
      if (!request.headers.has('host')) visit('host', host);
      request.headers.forEach((value, name) => visit(name, value));
    },
    readBody: (limit) =>
      readAtMost(request.body, limit).catch((cause: unknown) => {
        reading.failure = cause instanceof Error ? cause : new Error('The body could not be read.', { cause });
        throw new ClientGone();
      }),
    signal: request.signal,
  };
}

async function readAtMost(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array | 'too-large'> {
  const reader = body?.getReader();
  const bytes = new BodyBuffer(limit);
  for (;;) {
    const chunk = (await reader?.read())?.value;
    if (chunk === undefined) return bytes.bytes();
    if (!bytes.add(chunk)) break;
  }
  // The cancel is not awaited. If the request was cloned, it resolves only when every clone is canceled.
  void reader?.cancel().catch(() => undefined);
  return 'too-large';
}

/** Converts a body. Its stream ends when the client aborts or the account is reset. */
function toWebBody({ body, signal, receipt }: ApiResponse, client: AbortSignal): BodyInit | null {
  if (body === null || typeof body === 'string') {
    receipt?.sent(Buffer.byteLength(body ?? ''), false);
    // A Response with an empty string would get a Content-Type.
    return body === '' ? null : body;
  }
  const stream = addAbortSignal(client, bodyStream(body));
  if (signal !== undefined) addAbortSignal(signal, stream);
  if (receipt !== undefined) reportRead(stream, receipt);
  // If a reader cancels a stream of `Readable.toWeb` while a chunk arrives, Node throws an uncaught error. Node's type
  // of a web stream and the DOM's type differ in name only.
  return WebStream.from(stream) as ReadableStream<Uint8Array>;
}

/** Fills in the receipt. Bytes that were read count as sent. A stream that closes early counts as canceled. */
function reportRead(stream: Readable, receipt: Receipt): void {
  let read = 0;
  stream.on('data', (chunk: Buffer) => (read += chunk.length));
  // The listener started the flow, but only the reader must start it.
  stream.pause();
  stream.once('close', () => receipt.sent(read, !stream.readableEnded));
}
