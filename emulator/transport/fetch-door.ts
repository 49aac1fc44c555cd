/** The door for code in the same process: a web Request in, a web Response out. */

import { Readable } from 'node:stream';
import { ClientGone, type Api, type ApiBody, type ApiRequest } from '../api/api-request.ts';
import { clipStream } from './clip-stream.ts';
import { faultyBody } from './fetch-faulty.ts';

/** Answers a web Request as the server would answer it over a socket; rejects, as `fetch` does, when it is aborted or its body cannot be read. */
export async function fetchThrough(api: Api, request: Request): Promise<Response> {
  const reading: Reading = {};
  const response = await api.handle(toApiRequest(request, reading));
  request.signal.throwIfAborted();
  if (reading.failure !== undefined) throw reading.failure;
  const arriving = response.wire === undefined ? undefined : await faultyBody(response, response.wire, request.signal);
  const isBodiless = request.method === 'HEAD' || BODILESS.has(response.status);
  const body = isBodiless ? null : (arriving ?? toWebBody(response.body));
  return new Response(body, { status: response.status, headers: response.headers });
}

/** A web Response with one of these may have no body, not even an empty one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

interface Reading {
  failure?: Error;
}

function toApiRequest(request: Request, reading: Reading): ApiRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: (limit) =>
      readAtMost(request.body, limit).catch((cause: unknown) => {
        reading.failure = cause instanceof Error ? cause : new Error('The body could not be read.', { cause });
        throw new ClientGone();
      }),
    signal: request.signal,
  };
}

async function readAtMost(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Uint8Array | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) return 'too-large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function toWebBody(body: ApiBody): BodyInit | null {
  if (body === null || typeof body === 'string') return body;
  // Node's own type of a web stream and the DOM's differ in name only.
  return Readable.toWeb(clipStream(body)) as ReadableStream<Uint8Array>;
}
