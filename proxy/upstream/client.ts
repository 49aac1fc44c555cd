/** Sends requests to the upstream. It follows no redirects, never repeats a create, and has timeouts. */

import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { BodyProblem } from '../../emulator/journal/entry-field.ts';
import { bareHost, publicLookup } from './address.ts';
import { keepConnections } from './kept-connections.ts';
import { UpstreamProblem, toProblem } from './problem.ts';

export interface UpstreamOptions {
  /** The URL before `/v1`. */
  readonly url: URL;
  /** Whether the name may resolve to a private address. */
  readonly allowPrivate: boolean;
  /** The timeout in milliseconds until the headers arrive, and between parts of the body. */
  readonly timeoutMs: number;
}

export interface UpstreamRequest {
  readonly method: string;
  /** The path below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Whether the client sent a chunked body. The framing is preserved, because some services require a length. */
  readonly isChunked?: boolean | undefined;
}

export interface UpstreamResponse {
  /** The message with an unread body. */
  readonly message: IncomingMessage;
  /** Returns the problem with the body, once there is one. */
  readonly late: () => BodyProblem | undefined;
}

export interface Upstream {
  /** The value of the Host header. */
  readonly host: string;
  /** Sends a request. Rejects with an UpstreamProblem if no response arrives. */
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  close(): void;
}

/** Creates a client. It reuses connections, except for creates, which must not be sent twice. */
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
        // The upstream may have closed an idle connection just before it was reused.
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

/** Sends a request. Resolves with the head of the response, or rejects with the problem. */
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
      // A reused socket is already connected.
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
    // No request asks for an upgrade. After an upgrade, node:http reports no response.
    sending.once('upgrade', (_, socket) => {
      reject(notHttp('status 101'));
      socket.destroy();
    });
    sending.on('error', (cause) => {
      // After the headers, the cause is a reset or invalid HTTP.
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

/** Returns the framing headers that the client used. */
function framing(body: Uint8Array | undefined, isChunked = false): Record<string, string> {
  return isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body?.length ?? 0) };
}

/** The progress of an exchange. */
interface Life {
  isConnected: boolean;
  late: BodyProblem | undefined;
}

/** Ends a body that sends no data for too long, unless it waits for the client. */
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
