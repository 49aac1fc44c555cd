/** What never became a request still gets the envelope: broken heads, unknown methods, header floods, time-outs. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Api, ApiResponse } from '../api/api-request.ts';
import { Refusal } from '../api/refusal.ts';

interface BrokenRequest extends Error {
  readonly code?: string;
  /** The bytes that the parser choked on. */
  readonly rawPacket?: Buffer;
  /** How many of them it had taken in. */
  readonly bytesParsed?: number;
}

const CURRENT = Symbol('the response that a socket is working on');
const BROKEN = Symbol('whether a broken request on it was heard of');

interface Connection extends Duplex {
  [CURRENT]?: ServerResponse;
  [BROKEN]?: true;
}

/** Remembers on the socket itself what it is working on: a map beside it would cost the collector more than the request costs. */
export function trackResponse(socket: Connection, response: ServerResponse): void {
  socket[CURRENT] = response;
}

/** Answers a request that the parser refused, then closes the connection. */
export function answerBadRequest(api: Api, error: BrokenRequest, socket: Connection): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // What comes behind a broken request is heard of as broken too, piece by piece.
  if (socket[BROKEN] === true) return;
  socket[BROKEN] = true;
  const response = socket[CURRENT];
  const isAnswering = response !== undefined && !response.writableFinished && !response.destroyed;
  const answer = (): void => finish(socket, refusalOf(api, error));
  if (!isAnswering) return answer();
  // A broken request behind a good one (pipelined) waits for its turn; one whose own body is broken gets this as its answer.
  if (response.req.complete) response.once('finish', answer);
  else if (response.headersSent) socket.destroy();
  else answer();
}

/** A tunnel is no method of any path here. */
export function answerConnect(api: Api, { url = '' }: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => undefined);
  finish(socket, api.refuseMethod('CONNECT', url));
}

function refusalOf(api: Api, error: BrokenRequest): ApiResponse {
  const { code } = error;
  if (code === 'HPE_HEADER_OVERFLOW') return api.refuse(new Refusal('headers_too_large'));
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return api.refuse(new Refusal('request_timeout'));
  const [, method, target] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.[01]\r?\n/.exec(lastLines(error)) ?? [];
  if (code === 'HPE_INVALID_METHOD' && method !== undefined && target !== undefined)
    return api.refuseMethod(method, target);
  return api.refuse(new Refusal('bad_request'));
}

/** From the beginning of the line that the parser choked on: what stands before it may be other requests, which were fine. */
function lastLines({ rawPacket, bytesParsed = 0 }: BrokenRequest): string {
  const start = bytesParsed > 0 ? (rawPacket?.lastIndexOf('\n', bytesParsed - 1) ?? -1) + 1 : 0;
  return rawPacket?.toString('latin1', start, start + 4096) ?? '';
}

function finish(socket: Duplex, { status, headers, body }: ApiResponse): void {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = typeof body === 'string' ? body : '';
  socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
  // The peer may never stop sending; what it sends is not read, so the connection has to end from here.
  setTimeout(() => socket.destroy(), GRACE_MS).unref();
}

const GRACE_MS = 1000;
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};
