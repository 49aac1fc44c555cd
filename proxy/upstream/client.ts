/** Sends requests to the upstream: no redirect is followed, no create is sent twice, and nothing waits for ever. */

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { BodyProblem } from '../../emulator/journal/stored-entry.ts';
import { bareHost, publicLookup } from './address.ts';
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

/** Downloads stay open side by side; connections that lie idle are few. */
const MOST_IDLE = 64;

/** Keeps connections for requests that may be sent again; a create gets one of its own. */
export function createUpstream({ url, allowPrivate, timeoutMs }: UpstreamOptions): Upstream {
  const isSecure = url.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: MOST_IDLE });
  const request = isSecure ? httpsRequest : httpRequest;
  const common: RequestOptions = {
    protocol: url.protocol,
    hostname: bareHost(url.hostname),
    port: url.port,
    ...(!allowPrivate && { lookup: publicLookup }),
  };
  const base = url.pathname.replace(/\/$/, '');
  const once = (
    { method, path, headers, body, isChunked }: UpstreamRequest,
    isFresh: boolean,
  ): Promise<UpstreamResponse> =>
    new Promise((resolve, reject) => {
      const isCreate = method === 'POST';
      const sending = request({
        ...common,
        method,
        path: base + path,
        headers: { ...headers, ...(isCreate && framing(body, isChunked)) },
        agent: isFresh ? false : agent,
        setHost: false,
      });
      const life: Life = { isConnected: false, late: undefined };
      const timer = setTimeout(() => sending.destroy(new UpstreamProblem('timeout', life.isConnected)), timeoutMs);
      sending.once('socket', (socket) => {
        // One that was kept from before is connected.
        if (!socket.connecting) life.isConnected = true;
        else socket.once(isSecure ? 'secureConnect' : 'connect', () => (life.isConnected = true));
      });
      sending.once('response', (response) => {
        clearTimeout(timer);
        watchBody(response, life, timeoutMs);
        resolve({ message: response, late: () => life.late });
      });
      sending.on('error', (cause) => {
        clearTimeout(timer);
        // After the headers: a reset, or what is no HTTP any more.
        life.late ??= 'code' in cause && cause.code === 'ECONNRESET' ? 'reset' : 'cut';
        reject(toProblem(cause, { isSent: life.isConnected, isReused: sending.reusedSocket }));
      });
      sending.end(body);
    });
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

/** As the client framed it. */
function framing(body: Uint8Array | undefined, isChunked = false): Record<string, string> {
  return isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body?.length ?? 0) };
}

/** How far an exchange has come. */
interface Life {
  isConnected: boolean;
  late: BodyProblem | undefined;
}

/** A body of which nothing comes for too long is broken off; one that waits for the client is not. */
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
