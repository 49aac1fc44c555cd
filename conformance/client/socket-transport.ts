/** The transport over node:http and node:https. It sends requests that fetch cannot, and does not follow redirects. */

import { Agent, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as requestHttps } from 'node:https';
import { sendBare } from './bare-exchange.ts';
import type { FailureKind, HeaderLine } from './exchange.ts';
import { createPatience, type Patience } from './patience.ts';
import { LARGE_BYTES, ReceivedBytes } from './received-bytes.ts';
import {
  addressOf,
  STOPPED,
  isFailure,
  timeoutOf,
  type Transport,
  type WireFailure,
  type WireRequest,
  type WireResult,
} from './transport.ts';

/** The limit for all header lines of a response together. */
export const HEADER_LIMIT = 64 * 1024;

type Settle = (result: WireResult, how?: 'broken off') => void;
interface Attempt {
  readonly result: WireResult;
  /** The connection was closed in the middle of the response. */
  readonly isBrokenOff: boolean;
  /** A reused keep-alive connection was closed before the server received the request. */
  readonly stale: boolean;
}

interface Pool {
  readonly http: Agent;
  readonly https: TlsAgent;
  /** A response of this server stopped before its announced length. The wait for the next one is shorter. */
  hasStalled: boolean;
}

const STALLED_AGAIN_MS = 1000;

/** Creates a transport that opens at most `maxSockets` connections to a server, and keeps them for later requests. */
export function createSocketTransport(maxSockets: number): Transport {
  const pool: Pool = {
    http: new Agent({ keepAlive: true, maxSockets }),
    https: new TlsAgent({ keepAlive: true, maxSockets }),
    hasStalled: false,
  };
  return {
    raw: true,
    send: async (wire) => {
      if (wire.bare !== undefined) return sendBare(wire, wire.bare);
      const first = await attempt(pool, wire, wire.chunked === true);
      if (!isWorthAnother(first, wire)) return first.result;
      const { result } = await attempt(pool, wire, true);
      // Half a response is better evidence than none.
      return first.isBrokenOff && isFailure(result) ? first.result : result;
    },
    close: () => {
      pool.http.destroy();
      pool.https.destroy();
    },
  };
}

/**
 * Returns whether a request is repeated on a fresh connection: after a stale keep-alive connection, and safe methods
 * after a reset. A reset may overtake the beginning of a response. Therefore an interrupted response to a safe method
 * is also repeated.
 */
function isWorthAnother({ result, stale, isBrokenOff }: Attempt, wire: WireRequest): boolean {
  const isReset = isFailure(result) && result.kind === 'reset';
  return stale || ((isReset || isBrokenOff) && isSafe(wire));
}

function isSafe({ method }: WireRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function attempt(pool: Pool, wire: WireRequest, isFresh = false): Promise<Attempt> {
  const isTls = wire.url.protocol === 'https:';
  const options = {
    method: wire.method,
    ...addressOf(wire.url),
    path: wire.rawTarget ?? wire.url.pathname + wire.url.search,
    headers: rawHeaders(wire),
    agent: isFresh ? false : isTls ? pool.https : pool.http,
    maxHeaderSize: HEADER_LIMIT,
  };
  return new Promise((resolve) => {
    let request: ClientRequest;
    let response: ReturnType<typeof read> | undefined;
    const settle: Settle = (result, how) => {
      patience.end();
      wire.signal.removeEventListener('abort', stop);
      const stale = isFailure(result) && result.kind === 'reset' && request.reusedSocket;
      resolve({ result, stale, isBrokenOff: how === 'broken off' });
      // A complete response leaves the connection open for reuse.
      if (isFailure(result) || !result.complete) request?.destroy();
    };
    const stop = (): void => settle(STOPPED);
    const stalledMs = pool.hasStalled ? Math.min(STALLED_AGAIN_MS, wire.timeoutMs) : undefined;
    const patience = createPatience({ ms: wire.timeoutMs, stalledMs }, (dripped) => {
      const isShort = !dripped && response?.isShort() === true;
      if (isShort) pool.hasStalled = true;
      settle(isShort && response !== undefined ? response.soFar() : timeoutOf(wire));
    });
    wire.signal.addEventListener('abort', stop);
    try {
      request = isTls ? requestHttps(options) : requestHttp(options);
    } catch (error) {
      settle(failureOf(error));
      return;
    }
    request.on('error', (error) => {
      const failure = failureOf(error);
      const half = failure.kind === 'reset' && isSafe(wire) ? response?.soFar() : undefined;
      if (half === undefined) settle(response === undefined ? { ...failure, ...notHttp(error) } : failure);
      else settle(half, 'broken off');
    });
    request.on('response', (message) => {
      patience.began();
      response = read(message, wire, { settle, patience });
    });
    request.end(wire.body);
  });
}

function rawHeaders({ url, hosts = [url.host], headers, body, chunked }: WireRequest): string[] {
  const has = (name: string): boolean => headers.some(([key]) => key.toLowerCase() === name);
  const lines = has('host') ? [] : hosts.map((host): HeaderLine => ['Host', host]);
  lines.push(...headers);
  if (body !== undefined && chunked !== true && !has('content-length'))
    lines.push(['Content-Length', String(body.length)]);
  return lines.flat();
}

function read(
  response: IncomingMessage,
  { cutAfter = Infinity, bodyLimit, untilAlone }: WireRequest,
  { settle, patience }: { readonly settle: Settle; readonly patience: Patience },
) {
  const announced = response.headers['content-length'];
  const received = new ReceivedBytes(bodyLimit, Number(announced ?? 0));
  let isAlone = untilAlone === undefined;
  const answer = (complete: boolean): WireResult => ({
    status: response.statusCode ?? 0,
    headers: pairs(response.rawHeaders),
    body: received.all(),
    complete,
  });
  const waitForOthers = async (): Promise<void> => {
    isAlone = true;
    response.pause();
    // The server is not slow while the kit pauses.
    patience.end();
    await untilAlone?.();
    if (response.destroyed) return;
    patience.began();
    response.resume();
  };
  response.on('data', (chunk: Buffer) => {
    received.add(chunk);
    patience.received(chunk.length);
    if (received.length >= Math.min(cutAfter, bodyLimit)) settle(answer(false));
    else if (!isAlone && received.length > LARGE_BYTES) void waitForOthers();
  });
  response.on('end', () => settle(answer(response.complete)));
  response.on('error', () => settle(answer(false), 'broken off'));
  return {
    /** Returns whether fewer bytes came than the announced length. */
    isShort: () => Number(announced ?? 0) > received.length,
    soFar: () => answer(false),
  };
}

function pairs(raw: readonly string[]): HeaderLine[] {
  return raw.flatMap((name, at): HeaderLine[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

/** Messages for error codes of Node's HTTP parser. */
const WORDS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The headers of the response are larger than ${HEADER_LIMIT / 1024} KiB.`,
};

const KINDS: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  EPROTO: 'tls',
};

function failureOf(cause: unknown): WireFailure {
  const error = cause as NodeJS.ErrnoException;
  const code = error.code ?? '';
  const kind = KINDS[code] ?? (/CERT|SSL|TLS|SELF_SIGNED|ALTNAME|VERIFY/.test(code) ? 'tls' : 'protocol');
  const said = error.message === '' ? code : error.message;
  return { kind, message: WORDS[code] ?? handshakeText(error.message) ?? said };
}

/** Returns the bytes at which Node's parser gave up, unless the headers were only too large. */
function notHttp(error: Error): { came?: Buffer } {
  const { code = '', rawPacket } = error as NodeJS.ErrnoException & { readonly rawPacket?: Buffer };
  return rawPacket === undefined || code in WORDS ? {} : { came: rawPacket };
}

/** Returns the reason in an OpenSSL error. "wrong version number" means that the server does not use TLS. */
function handshakeText(message: string): string | undefined {
  const [, reason] = /:SSL routines:[^:]*:([^:]+)/.exec(message) ?? [];
  if (reason === 'wrong version number') return 'The server does not use TLS. Try a base URL that begins with http://.';
  return reason === undefined ? undefined : `The TLS handshake failed: ${reason}.`;
}
