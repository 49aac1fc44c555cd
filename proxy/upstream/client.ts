/** Sends requests to the upstream: no redirect is followed, no create is sent twice, and nothing waits for ever. */

import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { BodyProblem } from '../../emulator/journal/answered-request.ts';
import { bareHost, publicLookup } from './address.ts';
import { keepConnections } from './kept-connections.ts';
import { UpstreamProblem, toProblem } from './problem.ts';

export interface UpstreamOptions {
  /** The URL in front of /v1. */
  readonly url: URL;
  /** Whether its name may lead to an address that is not public. */
  readonly allowPrivate: boolean;
  /** Milliseconds without a sign of the upstream, before its headers and within its body. */
  readonly timeoutMs: number;
}

export interface UpstreamRequest {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Whether the body came in chunks: some services want a length, and shall say so themselves. */
  readonly isChunked?: boolean | undefined;
}

export interface UpstreamResponse {
  /** Its body is unread. */
  readonly message: IncomingMessage;
  /** How the body broke off, once it has. */
  readonly late: () => BodyProblem | undefined;
}

export interface Upstream {
  /** What Host says. */
  readonly host: string;
  /** Rejects with an UpstreamProblem where no answer came. */
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  close(): void;
}

/** Keeps connections for requests that may be sent again; a create gets one of its own. */
export function createUpstream({ url, allowPrivate, timeoutMs }: UpstreamOptions): Upstream {
  const isSecure = url.protocol === 'https:';
  const agent = keepConnections(isSecure);
  const request = isSecure ? httpsRequest : httpRequest;
  const common: RequestOptions = {
    protocol: url.protocol,
    hostname: bareHost(url.hostname),
    port: url.port,
    ...(!allowPrivate && { lookup: publicLookup }),
  };
  const base = url.pathname.replace(/\/$/, '');
  const once = (asked: UpstreamRequest, isFresh: boolean): Promise<UpstreamResponse> => {
    const { method, path, headers, body, isChunked } = asked;
    const sending = request({
      ...common,
      method,
      path: base + path,
      headers: { ...headers, ...(method === 'POST' && framing(body, isChunked)) },
      agent: isFresh ? false : agent,
      setHost: false,
    });
    return exchange(sending, body, { isSecure, timeoutMs });
  };
  return {
    host: url.host,
    send: async (asked) => {
      try {
        return await once(asked, asked.method === 'POST');
      } catch (cause) {
        // The upstream may close an idle connection just as it is used again.
        if (!(cause instanceof UpstreamProblem && cause.isStale) || asked.method === 'POST') throw cause;
        return once(asked, true);
      }
    },
    close: () => agent.destroy(),
  };
}

interface ExchangeOptions {
  readonly isSecure: boolean;
  readonly timeoutMs: number;
}

/** Sends a request; settles with the head of its answer, or with why none came. */
function exchange(
  sending: ClientRequest,
  body: Uint8Array | undefined,
  { isSecure, timeoutMs }: ExchangeOptions,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const life: Life = { isConnected: false, late: undefined };
    const fail = (problem: UpstreamProblem): void => {
      reject(problem);
      sending.destroy(problem);
    };
    const timer = setTimeout(() => fail(new UpstreamProblem('timeout', life.isConnected)), timeoutMs);
    sending.once('socket', (socket) => {
      // One that was kept from before is connected.
      if (!socket.connecting) life.isConnected = true;
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => (life.isConnected = true));
    });
    sending.once('response', (response) => {
      const { statusCode = 0 } = response;
      if (statusCode < 200) return fail(notHttp(`status ${statusCode}`));
      clearTimeout(timer);
      watchBody(response, life, timeoutMs);
      resolve({ message: response, late: () => life.late });
    });
    // No request asks for another protocol; after a changed protocol, node:http reports no response.
    sending.once('upgrade', (_, socket) => {
      reject(notHttp('status 101'));
      socket.destroy();
    });
    sending.on('error', (cause) => {
      // After the headers: a reset, or bytes that are not HTTP.
      life.late ??= 'code' in cause && cause.code === 'ECONNRESET' ? 'reset' : 'cut';
      reject(toProblem(cause, { isSent: life.isConnected, isReused: sending.reusedSocket }));
    });
    sending.once('close', () => {
      clearTimeout(timer);
      reject(new UpstreamProblem('reset', life.isConnected));
    });
    sending.end(body);
  });
}

function notHttp(detail: string): UpstreamProblem {
  return new UpstreamProblem('protocol', true, { detail });
}

/** As the client framed it. */
function framing(body: Uint8Array | undefined, isChunked = false): Record<string, string> {
  return isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body?.length ?? 0) };
}

/** How far an exchange has come. */
interface Life {
  isConnected: boolean;
  late: BodyProblem | undefined;
}

/** A body without bytes for too long is broken off, but not while it waits for the client. */
function watchBody(message: IncomingMessage, life: Life, timeoutMs: number): void {
  const { socket } = message;
  const onIdle = (): void => {
    if (message.complete) return;
    if (message.isPaused() || message.readableLength > 0) return void socket.setTimeout(timeoutMs);
    life.late ??= 'timeout';
    message.destroy(new UpstreamProblem('timeout', true));
  };
  const onEnd = (): void => {
    if (!message.complete) life.late ??= 'cut';
  };
  socket.setTimeout(timeoutMs);
  socket.on('timeout', onIdle);
  socket.on('end', onEnd);
  message.once('close', () => {
    socket.setTimeout(0);
    socket.removeListener('timeout', onIdle);
    socket.removeListener('end', onEnd);
  });
}
