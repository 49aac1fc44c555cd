/** The entry point for sockets: HTTP/1.1 on node:http, or HTTPS with a certificate. It does not listen yet. */

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Api, ApiResponse } from '../api/messages.ts';
import { Refusal, unavailable } from '../api/refusal.ts';
import type { MemoryBudget } from '../../lib/memory-budget.ts';
import { answerBadRequest, answerConnect, trackResponse } from './bad-request.ts';
import { batchPerTurn, type Batch } from '../../lib/batch.ts';
import {
  hostOfTarget,
  NodeRequest,
  NOTHING_LEFT,
  schemeOfTarget,
  type KnownParts,
  type OtherOriginFor,
  type ReadBody,
} from './node-request.ts';
import { createTlsServer, type Certificate } from './tls.ts';
import { closeOnHalfClose, keepHalfOpen } from './half-open.ts';
import { writeResponse } from './write-response.ts';

export interface Timeouts {
  /** Milliseconds for the whole header section to arrive. */
  readonly headersMs: number;
  /** Milliseconds for the whole request to arrive. */
  readonly requestMs: number;
  /** Milliseconds that a connection may lie idle between requests. */
  readonly idleMs: number;
}

export interface NodeServerOptions {
  readonly timeouts: Timeouts;
  readonly tls?: Certificate | undefined;
  /** Whether to answer a request for this host (with or without a port) and target; without it, any. */
  readonly allowsHost?: ((host: string, target: string) => boolean) | undefined;
  /** The memory for bodies and long responses in flight; unbounded without it. */
  readonly budget?: MemoryBudget | undefined;
  /** Opens the other origin, to which faults redirect downloads. */
  readonly otherOrigin?: OtherOriginFor | undefined;
  /** Called when a response could not be sent because of an error of ours; the client sees its connection break. */
  readonly reportCrash: (cause: unknown) => void;
}

/** Passes a request on to the engine, with its body where that was read already. */
export type Pass = (request: IncomingMessage, response: ServerResponse, body?: ReadBody) => void;

/** Sees a request before the engine does; true when it takes the request over. It may still pass it on later. */
export type Intercept = (request: IncomingMessage, response: ServerResponse, pass: Pass) => boolean;

/** A server that answers from the engine. */
export function createNodeServer(api: Api, options: NodeServerOptions, intercept?: Intercept): Server {
  const { timeouts, tls } = options;
  const server =
    tls === undefined ? createServer(serverOptions(timeouts)) : createTlsServer(serverOptions(timeouts), tls);
  const batch = createBatch(api, { ...options, known: { budget: options.budget, otherOrigin: options.otherOrigin } });
  const pass: Pass = (request, response, body) => void batch.add({ request, response, body });

  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    if (intercept === undefined || refusalBefore(request, options) !== undefined || !intercept(request, response, pass))
      pass(request, response);
    // Users' handlers may take any time; some never answer, on purpose.
    else closeOnHalfClose(response, HANDLERS_GRACE_MS);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    trackResponse(request.socket, response);
    // A client that resets its connection makes the response fail, which needs no report.
    response.on('error', ignore);
    begin(request, response);
  };
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => keepHalfOpen(server, socket));
  server.on('request', onRequest);
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('connect', (request, socket) => answerConnect(api, request, socket));
  server.on('clientError', (error, socket) => answerBadRequest(api, error, socket));
  return server;
}

/** How long users' handlers may take to answer a client that has half-closed its connection. */
const HANDLERS_GRACE_MS = 5000;

function serverOptions({ headersMs, requestMs, idleMs }: Timeouts): ServerOptions {
  return {
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1000, Math.ceil(Math.min(headersMs, requestMs) / 4)),
    // Otherwise node:http would keep the first of two Authorization headers and drop the other.
    joinDuplicateHeaders: true,
    // A missing Host is answered by the engine, with the envelope.
    requireHostHeader: false,
    noDelay: true,
  };
}

function ignore(): void {}

interface Serving extends NodeServerOptions {
  /** The known parts of every request whose body is still to be read. */
  readonly known: KnownParts;
}

/** A request on its way to the engine. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: ReadBody | undefined;
}

/**
 * Runs requests in batches, one for each turn of the event loop. By the end of the turn most bodies have arrived, and
 * the responses leave together: a sleeping client wakes once, not once for each (`bench:api`).
 */
function createBatch(api: Api, options: Serving): Batch<Arrival> {
  const abandon = (response: ServerResponse, cause: unknown): void => {
    response.destroy();
    options.reportCrash(cause);
  };
  const answer = async (arrival: Arrival): Promise<void> => {
    const { request, response } = arrival;
    try {
      const refusal = refusalBefore(request, options);
      const answered =
        refusal === undefined ? await api.handle(toApiRequest(arrival, options.known)) : api.refuse(refusal);
      writeResponse(request, response, withinBudget(api, response, { answer: answered, budget: options.budget }));
    } catch (cause) {
      // The engine answers its own errors: this one is from before or behind it.
      abandon(response, cause);
    }
  };
  return batchPerTurn((arrivals) => {
    for (const arrival of arrivals) void answer(arrival);
  });
}

/** A long answer that is not read stays in memory; the next one may not fit. */
function withinBudget(
  api: Api,
  response: ServerResponse,
  { answer, budget }: { readonly answer: ApiResponse; readonly budget: MemoryBudget | undefined },
): ApiResponse {
  const { body } = answer;
  const length = typeof body === 'string' ? body.length : 0;
  if (budget === undefined || length < LONG_ANSWER) return answer;
  if (!budget.take(length)) {
    return api.refuse(unavailable(NOTHING_LEFT));
  }
  response.once('close', () => budget.giveBack(length));
  return answer;
}

/** Characters of a body from which on it is counted. */
const LONG_ANSWER = 65_536;

function toApiRequest({ request, response, body }: Arrival, known: KnownParts): NodeRequest {
  return new NodeRequest(request, response, body === undefined ? known : { ...known, body });
}

/** The form of a host name. Other text must not stand in a suggested command. */
const HOST_NAME = /^\w[\w.-]{0,252}$/;

function strangeHost(name: string): string {
  const told = HOST_NAME.test(name) ? name : undefined;
  return `This server accepts a request only if its Host header names this machine, such as localhost. It does not accept ${told ?? 'this host name'}. To allow this host name, start the server with --allow-hosts ${told ?? '<name>'} (allowHosts).`;
}

/** Why a request is not for this server at all. */
function refusalBefore(
  { headers, httpVersion, url = '' }: IncomingMessage,
  options: NodeServerOptions,
): Refusal | undefined {
  const host = hostOfTarget(url) ?? headers.host;
  if (headers.host === undefined && httpVersion === '1.1') {
    return new Refusal('bad_request', { message: 'The request has no Host header, which HTTP/1.1 requires.' });
  }
  // Duplicates are joined; RFC 9112, 3.2 has them refused.
  if (headers.host?.includes(',') === true)
    return new Refusal('bad_request', { message: 'The request has more than one Host header; send one.' });
  const scheme = schemeOfTarget(url);
  const own = options.tls === undefined ? 'http' : 'https';
  if (scheme !== undefined && scheme !== own) {
    const message = `The request target begins with ${scheme}://, but this server uses ${own}://. Send only the path, or a target with ${own}://.`;
    return new Refusal('bad_request', { message });
  }
  // Browsers, which are what a strange host is feared of, always send one.
  if (host === undefined || options.allowsHost === undefined || options.allowsHost(host, url)) return undefined;
  return new Refusal('bad_request', { message: strangeHost(host.replace(/:\d*$/, '')) });
}
