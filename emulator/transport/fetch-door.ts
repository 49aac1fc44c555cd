/** The door for code in the same process: a web Request in, a web Response out. */

import { addAbortSignal, Readable } from 'node:stream';
import { ClientGone, type Api, type ApiRequest, type ApiResponse } from '../api/api-request.ts';
import type { Receipt } from '../journal/recorder.ts';
import { clipStream } from './clip-stream.ts';
import { arriveFaulty } from './fetch-faulty.ts';
import { textStream } from './text-stream.ts';

/** What the engine reads of a web Request: a Request is one, and so is a Request seen under another URL. */
export type FetchRequest = Pick<Request, 'method' | 'url' | 'headers' | 'body' | 'signal'>;

/** Answers a web Request as the server would answer it over a socket; rejects, as `fetch` does, when it is aborted or its body cannot be read. */
export async function fetchThrough(api: Api, request: FetchRequest): Promise<Response> {
  const reading: Reading = {};
  const response = await api.handle(toApiRequest(request, reading));
  const isBrokenOff = request.signal.aborted || response.signal?.aborted === true;
  if (isBrokenOff || reading.failure !== undefined) response.receipt?.sent(0, true);
  request.signal.throwIfAborted();
  response.signal?.throwIfAborted();
  if (reading.failure !== undefined) throw reading.failure;
  const { status, headers, wire, receipt } = response;
  const arriving = wire === undefined ? undefined : await arriveFaulty(request, response, wire);
  const isBodiless = request.method === 'HEAD' || BODILESS.has(status);
  if (isBodiless) receipt?.sent(0, false);
  const body = isBodiless ? null : (arriving?.body ?? toWebBody(response, request.signal));
  return new Response(body, { status, headers: arriving?.headers ?? headers });
}

/** A web Response with one of these may have no body, not even an empty one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

interface Reading {
  failure?: Error;
}

function toApiRequest(request: FetchRequest, reading: Reading): ApiRequest {
  const { pathname, search, host } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? (name === 'host' ? host : undefined),
    eachHeader: (hear) => {
      if (!request.headers.has('host')) hear('host', host);
      request.headers.forEach((value, name) => hear(name, value));
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
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const chunk = (await reader?.read())?.value;
    if (chunk === undefined) return Buffer.concat(chunks, length);
    length += chunk.length;
    if (length > limit) break;
    chunks.push(chunk);
  }
  // Of a request that was cloned this settles only when every clone is cancelled too, so nobody waits for it.
  void reader?.cancel().catch(() => undefined);
  return 'too-large';
}

/** A download ends when the client aborts, as over a socket, or when the account is reset. */
function toWebBody({ body, signal, receipt }: ApiResponse, client: AbortSignal): BodyInit | null {
  if (body === null || typeof body === 'string') {
    receipt?.sent(Buffer.byteLength(body ?? ''), false);
    // A Response gives an empty text the type of a text.
    return body === '' ? null : body;
  }
  const stream = addAbortSignal(client, 'stream' in body ? textStream(body) : clipStream(body));
  if (signal !== undefined) addAbortSignal(signal, stream);
  if (receipt !== undefined) watch(stream, receipt);
  // Node's own type of a web stream and the DOM's differ in name only.
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

/** What was read counts as sent; a stream that closes before its end was cancelled. */
function watch(stream: Readable, receipt: Receipt): void {
  let read = 0;
  stream.on('data', (chunk: Buffer) => (read += chunk.length));
  // Listening set it going; it is for the reader to do that.
  stream.pause();
  stream.once('close', () => receipt.sent(read, !stream.readableEnded));
}
