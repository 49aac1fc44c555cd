/** The entry point for sockets: an HTTP/1.1 or HTTPS server that does not listen yet. */

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Api, ApiResponse } from '../api/messages.ts';
import { Refusal, unavailable } from '../api/refusal.ts';
import type { MemoryBudget } from '../../lib/memory-budget.ts';
import { answerBadRequest, answerConnect, trackResponse } from './bad-request.ts';
import { batchPerTurn, type Batch } from '../../lib/batch.ts';
import { absoluteTarget, NodeRequest, NOTHING_LEFT, type OtherOriginFor, type ReadBody } from './node-request.ts';
import type { Certificate } from './self-signed.ts';
import { closeOnHalfClose, keepHalfOpen } from './half-open.ts';
import { writeResponse } from './write-response.ts';

export interface Timeouts {
  /** The maximum time in milliseconds for the header section to arrive. */
  readonly headersMs: number;
  /** The maximum time in milliseconds for the whole request to arrive. */
  readonly requestMs: number;
  /** The maximum time in milliseconds between two requests of a connection. */
  readonly idleMs: number;
}

export interface NodeServerOptions {
  readonly timeouts: Timeouts;
  readonly tls?: Certificate | undefined;
  /** Returns whether to answer requests for a host (with or without a port). By default, all are answered. */
  readonly allowsHost?: ((host: string, target: string) => boolean) | undefined;
  /** The memory for bodies and long responses in flight. By default, it is unlimited. */
  readonly budget?: MemoryBudget | undefined;
  /** Opens the origin to which faults redirect downloads. */
  readonly otherOrigin?: OtherOriginFor | undefined;
  /** Called if a response cannot be sent because of an internal error. The client sees a broken connection. */
  readonly reportCrash: (cause: unknown) => void;
}

/** Passes a request to the engine, with its body if it was already read. */
export type Pass = (request: IncomingMessage, response: ServerResponse, body?: ReadBody) => void;

/** Receives a request before the engine. Returns true if it handles the request. It may pass the request later. */
export type Intercept = (request: IncomingMessage, response: ServerResponse, pass: Pass) => boolean;

/** Creates a server that answers from the engine. */
export function createNodeServer(api: Api, options: NodeServerOptions, intercept?: Intercept): Server {
  const { timeouts, tls } = options;
  const common = serverOptions(timeouts);
  const { headersMs: handshakeTimeout } = timeouts;
  // TLS takes a fifth of a plain server's startup, so it is loaded late (`test/command/cold-start.rest.test.ts`). Its
  // handshake has the same timeout as the headers of a request.
  const server =
    tls === undefined
      ? createServer(common)
      : process.getBuiltinModule('node:https').createServer({ ...common, ...tls, handshakeTimeout });
  const batch = createBatch(api, options);
  const pass: Pass = (request, response, body) => void batch.add({ request, response, body });

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    trackResponse(request.socket, response);
    // A client that resets its connection makes the response fail. This needs no report.
    response.on('error', ignore);
    if (intercept === undefined || refusalBefore(request, options) !== undefined || !intercept(request, response, pass))
      pass(request, response);
    // User handlers may take any time, and some never answer on purpose.
    else closeOnHalfClose(response, HANDLERS_GRACE_MS);
  };
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => keepHalfOpen(server, socket));
  server.on('request', onRequest);
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('connect', (request, socket) => answerConnect(api, request, socket));
  server.on('clientError', (error, socket) => answerBadRequest(api, error, socket));
  return server;
}

/** The maximum time for user handlers to answer a client that has half-closed its connection. */
const HANDLERS_GRACE_MS = 5000;

function serverOptions({ headersMs, requestMs, idleMs }: Timeouts): ServerOptions {
  return {
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1000, Math.ceil(Math.min(headersMs, requestMs) / 4)),
    // By default, node:http keeps the first of two Authorization headers and drops the other.
    joinDuplicateHeaders: true,
    // The engine answers requests without a Host header, with the error envelope.
    requireHostHeader: false,
    noDelay: true,
  };
}

function ignore(): void {}

/** A request that waits for its batch. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: ReadBody | undefined;
}

/**
 * Runs requests in batches, one for each turn of the event loop. By the end of the turn, most bodies have arrived. The
 * responses are sent together, so that a sleeping client wakes only once (`bench:api`).
 */
function createBatch(api: Api, options: NodeServerOptions): Batch<Arrival> {
  const { budget, otherOrigin } = options;
  const answer = async ({ request, response, body }: Arrival): Promise<void> => {
    try {
      const refusal = refusalBefore(request, options);
      const known = { budget, otherOrigin, body };
      const answered =
        refusal === undefined ? await api.handle(new NodeRequest(request, response, known)) : api.refuse(refusal);
      writeResponse(request, response, withinBudget(api, response, { answer: answered, budget }));
    } catch (cause) {
      // The engine handles its own errors. This error happened before or after it.
      response.destroy();
      options.reportCrash(cause);
    }
  };
  return batchPerTurn((arrivals) => {
    for (const arrival of arrivals) void answer(arrival);
  });
}

/** Counts a long response in the memory budget until it is sent. If it does not fit, the request is rejected. */
function withinBudget(
  api: Api,
  response: ServerResponse,
  { answer, budget }: { readonly answer: ApiResponse; readonly budget: MemoryBudget | undefined },
): ApiResponse {
  const { body } = answer;
  const length = typeof body === 'string' ? body.length : 0;
  if (budget === undefined || length < LONG_ANSWER) return answer;
  if (!budget.take(length)) {
    const { receipt, headers } = answer;
    const refusal = unavailable(NOTHING_LEFT);
    const refused = api.refuse(refusal, headers['x-request-id']);
    receipt?.replaced(refused, refusal.code);
    return { ...refused, receipt };
  }
  response.once('close', () => budget.giveBack(length));
  return answer;
}

/** The length of a body from which on it is counted. */
const LONG_ANSWER = 65_536;

/** The maximum number of characters of a scheme in a message. */
const LONGEST_SCHEME = 31;
/** The form of host names. Other text must not appear in a suggested command. */
const HOST_NAME = /^\w[\w.-]{0,252}$/;

function unknownHost(name: string): string {
  const shown = HOST_NAME.test(name) ? name : undefined;
  return `This server accepts a request only if its Host header names this machine, such as localhost. It does not accept ${shown ?? 'this host name'}. To allow this host name, start the server with --allow-hosts ${shown ?? '<name>'} (allowHosts).`;
}

/** Returns the error of a request that must not reach the engine. */
function refusalBefore(request: IncomingMessage, options: NodeServerOptions): Refusal | undefined {
  const message = problemOf(request, options);
  return message === undefined ? undefined : new Refusal('bad_request', { message });
}

function problemOf({ headers, httpVersion, url = '' }: IncomingMessage, options: NodeServerOptions) {
  const target = absoluteTarget(url);
  const host = target?.host ?? headers.host;
  if (headers.host === undefined && httpVersion === '1.1')
    return 'The request has no Host header, which HTTP/1.1 requires.';
  // node:http joins duplicates. RFC 9112, 3.2 requires that they are rejected.
  if (headers.host?.includes(',') === true) return 'The request has more than one Host header; send one.';
  const own = options.tls === undefined ? 'http' : 'https';
  if (target !== undefined && target.scheme !== own)
    return `The request target begins with ${target.scheme.slice(0, LONGEST_SCHEME)}://, but this server uses ${own}://. Send only the path, or a target with ${own}://.`;
  // The check protects against web pages, and browsers always send a Host header.
  if (host === undefined || options.allowsHost === undefined || options.allowsHost(host, url)) return undefined;
  return unknownHost(host.replace(/:\d*$/, ''));
}
