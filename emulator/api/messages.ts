/** The request and the response of the engine, the same for every entry point. */

import type { Readable } from 'node:stream';
import type { Clip } from '../domain/ports.ts';
import type { Receipt } from '../journal/recorder.ts';
import type { BodyProblem } from '../journal/answered-request.ts';
import type { ConnectionFaults } from './connection-faults.ts';
import type { Refusal } from './refusal.ts';

export interface ApiRequest {
  readonly method: string;
  /** Path and query as received, in origin form or absolute form. */
  readonly target: string;
  /** A number for each connection; undefined if the entry point has no connections. */
  readonly connection?: number | undefined;
  /** How it came here: behind a proxy that ends TLS, `http`. */
  readonly scheme: 'http' | 'https';
  /** A header by its lower-case name; repeated lines are joined by a comma. */
  header(name: string): string | undefined;
  /** All headers, in the same form. */
  eachHeader(visit: (name: string, value: string) => void): void;
  /**
   * Reads the body on demand, so that a refusal need not wait for it. Each byte counts `copies` times in the budget for
   * bodies.
   */
  readBody(limit: number, copies?: number): Promise<Uint8Array | 'too-large'>;
  /** Opens the other origin and returns it for this client; absent at entry points without sockets. */
  readonly otherOrigin?: (() => Promise<string>) | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  /** An object of its own: the engine adds to it. */
  readonly headers: Record<string, string>;
  readonly body: ApiBody;
  /** The error code, where a fault made the answer. */
  readonly code?: string | undefined;
  /** Receives how the response left. */
  readonly receipt?: Receipt | undefined;
  /** The faults of the connection; mostly absent. */
  readonly wire?: ConnectionFaults | undefined;
  /** When this aborts, the connection is closed and the answer is not completed. */
  readonly signal?: AbortSignal | undefined;
  /** It comes from the service behind the proxy: its own Date and X-Request-Id stay. */
  readonly isForwarded?: boolean | undefined;
  /** Lines of Set-Cookie, which cannot be joined to one. */
  readonly cookies?: readonly string[] | undefined;
}

/**
 * The body: text, bytes `start` to `end` (inclusive) of a clip, a stream of text, bytes that a service sends, or null.
 */
export type ApiBody = string | ClipSlice | TextStream | ForwardedBody | null;

/** The bytes of a body; undefined where they are not known before its end. */
export function lengthOfBody(body: ApiBody): number | undefined {
  if (body === null) return undefined;
  if (typeof body === 'string') return Buffer.byteLength(body);
  return 'clip' in body ? body.end - body.start + 1 : undefined;
}

export interface TextStream {
  readonly stream: AsyncIterable<string>;
}

/** A body on its way from the service behind the proxy; it is never held whole. */
export interface ForwardedBody {
  readonly forwarded: Readable;
  /** As the service announced it. */
  readonly size: number | undefined;
  /** The problem of the body, known at its end. */
  readonly problem: () => BodyProblem | undefined;
}

export interface ClipSlice {
  readonly clip: Clip;
  readonly start: number;
  readonly end: number;
}

/** The engine: one function that every entry point calls. */
export interface Api {
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Adds request id, length and date to a response that was made elsewhere. */
  complete(response: ApiResponse, requestId?: string): ApiResponse;
  /** The answer to what never became a request: a malformed head, a timeout. */
  refuse(refusal: Refusal): ApiResponse;
  /** The response to a method that the HTTP parser rejects: 405 with Allow, or 404 for an unknown path. */
  refuseMethod(method: string, target: string): ApiResponse;
}

/** The client closed the connection before its request was complete, so no response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
