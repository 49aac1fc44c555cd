/** The transport over node:http and node:https, which can send what fetch cannot. It follows no redirect. */

import { Agent, request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as requestHttps } from 'node:https';
import type { FailureKind, HeaderLine } from './exchange.ts';
import {
  STOPPED,
  isFailure,
  type Transport,
  type WireFailure,
  type WireRequest,
  type WireResult,
} from './transport.ts';

/** Of all header lines of an answer together. */
const HEADER_LIMIT = 64 * 1024;

type Settle = (result: WireResult) => void;
interface Attempt {
  readonly result: WireResult;
  /** A reused keep-alive connection was closed: the server has not seen the request. */
  readonly stale: boolean;
}

/** Opens at most `maxSockets` connections to a server, and keeps them for the next request. */
export function createSocketTransport(maxSockets: number): Transport {
  const agents = {
    http: new Agent({ keepAlive: true, maxSockets }),
    https: new TlsAgent({ keepAlive: true, maxSockets }),
  };
  return {
    raw: true,
    send: async (wire) => {
      const first = await attempt(agents, wire);
      return isWorthAnother(first, wire) ? (await attempt('fresh', wire)).result : first.result;
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** Retries on a fresh connection: after a stale keep-alive connection, and safe methods after a reset. */
function isWorthAnother({ result, stale }: Attempt, { method }: WireRequest): boolean {
  return stale || (isFailure(result) && result.kind === 'reset' && (method === 'GET' || method === 'HEAD'));
}

function attempt(agents: { http: Agent; https: TlsAgent } | 'fresh', wire: WireRequest): Promise<Attempt> {
  const isTls = wire.url.protocol === 'https:';
  const options = {
    method: wire.method,
    host: wire.url.hostname.replace(/^\[|\]$/g, ''),
    port: wire.url.port === '' ? (isTls ? 443 : 80) : Number(wire.url.port),
    path: wire.rawTarget ?? wire.url.pathname + wire.url.search,
    headers: rawHeaders(wire),
    agent: agents === 'fresh' ? false : isTls ? agents.https : agents.http,
    maxHeaderSize: HEADER_LIMIT,
  };
  return new Promise((resolve) => {
    let request: ClientRequest;
    const settle: Settle = (result) => {
      clearTimeout(timer);
      wire.signal.removeEventListener('abort', stop);
      const stale = isFailure(result) && result.kind === 'reset' && request.reusedSocket;
      resolve({ result, stale });
      // A complete response leaves the connection for reuse.
      if (isFailure(result) || !result.complete) request?.destroy();
    };
    const stop = (): void => settle(STOPPED);
    const timer = setTimeout(() => settle(timedOut(wire)), wire.timeoutMs);
    wire.signal.addEventListener('abort', stop);
    try {
      request = isTls ? requestHttps(options) : requestHttp(options);
    } catch (error) {
      settle(failureOf(error));
      return;
    }
    request.on('error', (error) => settle(failureOf(error)));
    request.on('response', (response) => read(response, wire, settle));
    request.end(wire.body);
  });
}

function rawHeaders({ url, headers, body, chunked }: WireRequest): string[] {
  const has = (name: string): boolean => headers.some(([key]) => key.toLowerCase() === name);
  const lines: HeaderLine[] = has('host') ? [] : [['Host', url.host]];
  lines.push(...headers);
  if (chunked === true) lines.push(['Transfer-Encoding', 'chunked']);
  else if (body !== undefined && !has('content-length')) lines.push(['Content-Length', String(body.length)]);
  return lines.flat();
}

function read(response: IncomingMessage, { cutAfter = Infinity, bodyLimit }: WireRequest, settle: Settle): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const answer = (complete: boolean): void =>
    settle({
      status: response.statusCode ?? 0,
      headers: pairs(response.rawHeaders),
      body: Buffer.concat(chunks),
      complete,
    });
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= Math.min(cutAfter, bodyLimit)) answer(false);
  });
  response.on('end', () => answer(response.complete));
  response.on('error', () => answer(false));
}

function pairs(raw: readonly string[]): HeaderLine[] {
  return raw.flatMap((name, at): HeaderLine[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

function timedOut({ timeoutMs }: WireRequest): WireFailure {
  return { kind: 'timeout', message: `No complete answer within ${timeoutMs / 1000} s.` };
}

/** Messages for error codes of Node's HTTP parser. */
const WORDS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The headers of the answer are larger than ${HEADER_LIMIT / 1024} KiB.`,
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

/** The reason in an OpenSSL error message; "wrong version number" means that the server does not speak TLS. */
function handshakeText(message: string): string | undefined {
  const [, reason] = /:SSL routines:[^:]*:([^:]+)/.exec(message) ?? [];
  if (reason === 'wrong version number') return 'It does not speak TLS; the base URL may have to begin with http://.';
  return reason === undefined ? undefined : `The TLS handshake failed: ${reason}.`;
}
