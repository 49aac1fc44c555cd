/** The door for sockets: HTTP/1.1 on node:http, or HTTPS with a certificate. */

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { Api, ApiResponse } from '../api/api-request.ts';
import { Refusal } from '../api/refusal.ts';
import type { Soon } from '../domain/soon.ts';
import { answerBadRequest, answerConnect, trackResponse } from './bad-request.ts';
import { NodeRequest, type ReadBody } from './node-request.ts';
import { keepHalfOpen, closeOnHalfClose } from './half-open.ts';
import { batchPerTurn } from './batch.ts';
import { writeResponse } from './write-response.ts';

export interface Timeouts {
  /** Milliseconds for the whole header section to arrive. */
  readonly headersMs: number;
  /** Milliseconds for the whole request to arrive. */
  readonly requestMs: number;
  /** Milliseconds that a connection may lie idle between requests. */
  readonly idleMs: number;
}

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface NodeServerOptions {
  readonly timeouts: Timeouts;
  readonly tls?: Certificate | undefined;
  /** Hears of an answer that could not be sent for a reason of ours; the peer sees its connection break. */
  readonly reportCrash: (cause: unknown) => void;
}

/** Hands a request to the engine, with its body where that was read already. */
export type Pass = (request: IncomingMessage, response: ServerResponse, body?: ReadBody) => void;

/** Looks at a request before the engine does; true when it has taken the request over, which it may still pass on later. */
export type Intercept = (request: IncomingMessage, response: ServerResponse, pass: Pass) => boolean;

/** A server that answers from the engine. It does not listen yet. */
export function createNodeServer(api: Api, options: NodeServerOptions, intercept?: Intercept): Server {
  const { timeouts, tls, reportCrash } = options;
  const plain = serverOptions(timeouts);
  // TLS loads when it is wanted: it would take a fifth of the time that a plain server needs to start.
  const server =
    tls === undefined
      ? createServer(plain)
      : process.getBuiltinModule('node:https').createServer({ ...plain, ...secureOptions(tls, timeouts) });
  const take = createBatch(api, reportCrash);
  const pass: Pass = (request, response, body) => take({ request, response, body });

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    trackResponse(request.socket, response);
    // A peer that resets its connection makes the response fail; there is nobody left to tell.
    response.on('error', ignore);
    if (intercept?.(request, response, pass) !== true) pass(request, response);
    // How long handlers of the user's take nobody knows; some never answer, on purpose.
    else closeOnHalfClose(response, HANDLERS_MS);
  };
  const onConnection = (socket: Socket): void => keepHalfOpen(server, socket);
  server.on(tls === undefined ? 'connection' : 'secureConnection', onConnection);
  server.on('request', onRequest);
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('connect', (request, socket) => answerConnect(api, request, socket));
  server.on('clientError', (error, socket) => answerBadRequest(api, error, socket));
  return server;
}

/** For handlers, when their client says no more. */
const HANDLERS_MS = 5000;

function serverOptions({ headersMs, requestMs, idleMs }: Timeouts): ServerOptions {
  return {
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1000, Math.ceil(Math.min(headersMs, requestMs) / 4)),
    // Two Authorization headers must not be taken for the first of them.
    joinDuplicateHeaders: true,
    // A missing Host is answered with the envelope, like every other defect.
    requireHostHeader: false,
    noDelay: true,
  };
}

/** A peer that does not say which keys to use may stay as long as one that does not say what it asks. */
function secureOptions(certificate: Certificate, { headersMs }: Timeouts): TlsOptions {
  return { ...certificate, handshakeTimeout: headersMs };
}

function ignore(): void {}

/** A request on its way to the engine. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: ReadBody | undefined;
}

/**
 * Requests are dealt with at the end of the turn in which they come. By then most bodies are there and need not be waited for, and the answers leave
 * together: a peer that sleeps is woken once, not once for each.
 */
function createBatch(api: Api, reportCrash: NodeServerOptions['reportCrash']): (arrival: Arrival) => void {
  const giveUp = (response: ServerResponse, cause: unknown): void => {
    response.destroy();
    reportCrash(cause);
  };
  const deal = (arrival: Arrival): void => {
    const { request, response } = arrival;
    const answer = answerTo(api, arrival);
    if (!(answer instanceof Promise)) return writeResponse(request, response, answer);
    // The engine never rejects: what nobody expected is an answer too.
    answer.then((so) => writeResponse(request, response, so)).catch((cause: unknown) => giveUp(response, cause));
  };
  return batchPerTurn((arrival) => {
    try {
      deal(arrival);
    } catch (cause) {
      giveUp(arrival.response, cause);
    }
  });
}

function answerTo(api: Api, { request, response, body }: Arrival): Soon<ApiResponse> {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    return api.refuse(
      new Refusal('bad_request', { message: 'The request has no Host header, which HTTP/1.1 requires.' }),
    );
  }
  return api.handle(new NodeRequest(request, response, body === undefined ? undefined : { body }));
}
