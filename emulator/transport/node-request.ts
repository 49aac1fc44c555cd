/** Converts node:http requests for the engine. It reads a body on demand, up to a limit. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone, type ApiRequest } from '../api/messages.ts';
import { StoreUnavailable } from '../domain/store.ts';
import type { MemoryBudget } from '../../lib/memory-budget.ts';
import { BodyBuffer } from '../../lib/body-buffer.ts';
import { closeOnHalfClose } from './half-open.ts';

/** The bytes of a body, or `too-large` if they exceed the limit. */
export type ReadBody = Uint8Array | 'too-large';

/** Opens the other origin. Returns its URL for a client that used this host. */
export type OtherOriginFor = (host: string) => Promise<string>;

/** Additional facts about a request. */
export interface KnownParts {
  readonly body?: ReadBody | undefined;
  readonly target?: string;
  readonly headers?: IncomingHttpHeaders;
  /** The memory for bodies that are being read or answered. */
  readonly budget?: MemoryBudget | undefined;
  readonly otherOrigin?: OtherOriginFor | undefined;
}

/** A node:http request. If a client expects "100 Continue", it is sent when the engine reads the body. */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  /** A copy of the reference, because `request.headers` is a getter and a request reads about twenty headers. */
  readonly #headers: IncomingHttpHeaders;
  readonly #known: KnownParts | undefined;
  #controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, known?: KnownParts) {
    this.method = request.method ?? '';
    this.target = known?.target ?? request.url ?? '';
    this.#request = request;
    const headers = known?.headers ?? request.headers;
    const absolute = absoluteTarget(this.target);
    // In absolute form, the host of the target replaces the Host header (RFC 9112, 3.2.2).
    this.#headers = absolute === undefined ? headers : { ...headers, host: absolute.host };
    this.#response = response;
    this.#known = known;
  }

  get connection(): number {
    return connectionNumber(this.#request.socket);
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  eachHeader(visit: (name: string, value: string) => void): void {
    for (const name in this.#headers) {
      const value = this.#headers[name];
      if (value !== undefined) visit(name, Array.isArray(value) ? value.join(', ') : value);
    }
  }

  readBody(limit: number, copies?: number): Promise<ReadBody> {
    const { body, budget } = this.#known ?? {};
    if (body !== undefined) return Promise.resolve(body);
    return readBody(this.#request, this.#response, { limit, budget, copies });
  }

  get otherOrigin(): (() => Promise<string>) | undefined {
    const open = this.#known?.otherOrigin;
    return open && (() => open(this.header('host') ?? ''));
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#request.socket ? 'https' : 'http';
  }

  get signal(): AbortSignal {
    this.#controller ??= abortOnClose(this.#response);
    // The caller is about to wait. From now on, a client that closes its half of the connection counts as gone.
    closeOnHalfClose(this.#response);
    return this.#controller.signal;
  }
}

/** Numbers of connections, so that the journal shows which requests shared a connection. */
const numbers = new WeakMap<object, number>();
let last = 0;

/** Returns the number of a socket. Numbers start at 1 with the first request of the process. */
function connectionNumber(socket: object): number {
  const known = numbers.get(socket);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(socket, last);
  return last;
}

/** Returns the scheme of a target in absolute form, and its host and port. */
export function absoluteTarget(target: string): { readonly scheme: string; readonly host: string } | undefined {
  if (target.charCodeAt(0) === SLASH) return undefined;
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(target) ?? [];
  return scheme === undefined || host === undefined ? undefined : { scheme: scheme.toLowerCase(), host };
}

const SLASH = 0x2f;

function abortOnClose(response: ServerResponse): AbortController {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  // A complete response does not abort, because creating the AbortError would cost more than a poll (`bench:api`).
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller;
}

/** The bounds of a body. Each byte counts `copies` times in the budget. */
export interface BodyBounds {
  readonly limit: number;
  readonly budget?: MemoryBudget | undefined;
  readonly copies?: number | undefined;
}

/** Sends "100 Continue" if the client expects it, then reads the body to its end or the limit. */
export function readBody(request: IncomingMessage, response: ServerResponse, bounds: BodyBounds): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > bounds.limit) return Promise.resolve('too-large');
  if (request.destroyed) return Promise.reject(new ClientGone());
  // The response is sent even if the body has arrived, because otherwise node:http closes the connection later.
  if (expectsContinue(request)) response.writeContinue();
  return request.complete
    ? Promise.resolve(readArrived(request, bounds.limit))
    : readArriving(request, response, bounds);
}

/** Reads an arrived body without listeners. Up to Node 24 it is one chunk. From Node 26 on it can be several. */
function readArrived(request: IncomingMessage, limit: number): ReadBody {
  const body = new BodyBuffer(limit);
  let fits = true;
  // At least one read is needed, because otherwise the request never emits its end.
  for (let isMore = true; isMore; isMore = request.readableLength > 0) {
    const chunk = request.read() as Buffer | null;
    if (chunk === null) break;
    fits &&= body.add(chunk);
  }
  return fits ? body.bytes() : 'too-large';
}

/** Reads a body as it arrives. Its memory is released when the response ends or the body is rejected. */
function readArriving(
  request: IncomingMessage,
  response: ServerResponse,
  { limit, budget, copies = COPIES }: BodyBounds,
): Promise<ReadBody> {
  const body = new BodyBuffer(limit);
  let taken = 0;
  const giveBack = (): void => {
    budget?.giveBack(taken);
    taken = 0;
  };
  response.once('close', giveBack);
  return new Promise((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      const bytes = chunk.length * copies;
      if (budget?.take(bytes) === false) {
        // The rest is read and discarded, because a paused request blocks the next requests of its connection.
        request.off('data', collect);
        giveBack();
        return reject(new StoreUnavailable(NOTHING_LEFT));
      }
      taken += bytes;
      if (body.add(chunk)) return;
      request.off('data', collect);
      request.pause();
      resolve('too-large');
    };
    request.on('data', collect);
    request.on('end', () => resolve(body.bytes()));
    request.on('close', () => {
      if (!request.readableEnded) reject(new ClientGone());
    });
  });
}

/** The error message if the memory budget is used up. */
export const NOTHING_LEFT =
  'The memory for requests and responses in flight is used up. Send fewer requests at once, or raise totalMebibytes.';
/** The memory of a body as a multiple of its bytes: a doubling buffer, then text and objects. */
const COPIES = 4;

const continued = new WeakSet<IncomingMessage>();

/** Notes that "100 Continue" was already sent, if the client expects it. */
export function expectContinued(request: IncomingMessage): void {
  if (request.headers.expect !== undefined) continued.add(request);
}

/** Returns whether the client waits for "100 Continue". HTTP/1.0 does not have it (RFC 9110, 10.1.1). */
export function expectsContinue(request: IncomingMessage): boolean {
  return (
    request.httpVersion !== '1.0' && request.headers.expect?.toLowerCase() === '100-continue' && !continued.has(request)
  );
}
