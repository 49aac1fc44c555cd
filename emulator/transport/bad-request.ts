/** Answers requests that the HTTP parser rejects: broken heads, too many headers, timeouts. */

import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Api, ApiResponse } from '../api/messages.ts';
import { Refusal } from '../api/refusal.ts';

interface ParserError extends Error {
  readonly code?: string;
  /** The bytes that the parser received. */
  readonly rawPacket?: Buffer;
  /** The number of bytes that it parsed before the error. */
  readonly bytesParsed?: number;
}

const LATEST = Symbol('the response to the latest request on a connection');
const REFUSED = Symbol('whether a bad request on a connection was answered');

interface Connection extends Duplex {
  [LATEST]?: ServerResponse;
  [REFUSED]?: true;
}

/** Stores the latest response of a connection. A WeakMap would be slower (`bench:api`). */
export function trackResponse(socket: Connection, response: ServerResponse): void {
  socket[LATEST] = response;
}

/** Answers a request that the parser rejected, then closes the connection. */
export function answerBadRequest(api: Api, error: ParserError, socket: Connection): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Node emits clientError again for each later chunk.
  if (socket[REFUSED] === true) return;
  socket[REFUSED] = true;
  const response = socket[LATEST];
  const isAnswering = response !== undefined && !response.writableFinished && !response.destroyed;
  const answer = (): void => finish(socket, refusalOf(api, error));
  if (!isAnswering) return answer();
  // After a complete request, the answer waits for that request's response. If the body is broken, it is the response.
  if (response.req.complete) response.once('finish', answer);
  else if (response.headersSent) socket.destroy();
  else answer();
}

/** Rejects CONNECT, which no path supports. */
export function answerConnect(api: Api, { url = '' }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => undefined);
  finish(socket, api.refuseMethod('CONNECT', url));
}

function refusalOf(api: Api, error: ParserError): ApiResponse {
  const { code } = error;
  if (code === 'HPE_HEADER_OVERFLOW') return api.refuse(new Refusal('headers_too_large'));
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return api.refuse(new Refusal('request_timeout'));
  const [, method, target] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.[01]\r?\n/.exec(lastLines(error)) ?? [];
  if (code === 'HPE_INVALID_METHOD' && method !== undefined && target !== undefined)
    return api.refuseMethod(method, target);
  return api.refuse(new Refusal('bad_request'));
}

/** Returns the text from the line with the error on. Valid requests may precede that line. */
function lastLines({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const start = bytesParsed > 0 ? (rawPacket?.lastIndexOf('\n', bytesParsed - 1) ?? -1) + 1 : 0;
  return rawPacket?.toString('latin1', start, start + 4096) ?? '';
}

function finish(socket: Duplex, { status, headers, body }: ApiResponse): void {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = typeof body === 'string' ? body : '';
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
  // This side closes the connection, because a client whose data is not read may send forever.
  setTimeout(() => socket.destroy(), GRACE_MS).unref();
}

const GRACE_MS = 1000;
