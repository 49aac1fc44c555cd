/** The request and the response of the engine, which are the same for every entry point, and the state of a request. */

import type { Readable } from 'node:stream';
import type { EnteredAccount } from '../domain/account.ts';
import type { Accounts } from '../domain/decide.ts';
import type { Clip } from '../domain/ports.ts';
import type { Trace } from '../domain/trace.ts';
import type { BodyProblem, RecordedRequest } from '../journal/entry-field.ts';
import type { Receipt } from '../journal/recorder.ts';
import type { ApiContext } from './context.ts';
import type { Route } from './operation-route.ts';
import type { Refusal } from './refusal.ts';

export interface ApiRequest {
  readonly method: string;
  /** The path and the query as received, in origin form or absolute form. */
  readonly target: string;
  /** The number of the connection, or undefined if the entry point has no connections. */
  readonly connection?: number | undefined;
  /** The scheme of this hop. Behind a proxy that terminates TLS, it is `http`. */
  readonly scheme: 'http' | 'https';
  /** Returns a header by its lower-case name. A comma joins repeated lines. */
  header(name: string): string | undefined;
  eachHeader(visit: (name: string, value: string) => void): void;
  /**
   * Reads the body on demand, so that a refusal does not wait for it. Each byte counts `copies` times in the budget for
   * bodies.
   */
  readBody(limit: number, copies?: number): Promise<Uint8Array | 'too-large'>;
  /** Opens the other origin and returns it for this client. Undefined at entry points without sockets. */
  readonly otherOrigin?: (() => Promise<string>) | undefined;
  /** A signal that aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The response of an operation, and its delivery once the engine has completed the response. */
export interface ApiResponse extends Delivery {
  readonly status: number;
  /** The headers. The object is not shared, because the engine adds headers to it. */
  readonly headers: Record<string, string>;
  readonly body: ApiBody;
  /** The error code, if a fault made the response. */
  readonly code?: string | undefined;
  /** Whether the response comes from the service behind the proxy. Its Date and X-Request-Id are kept. */
  readonly isForwarded?: boolean | undefined;
  /** The lines of Set-Cookie, which cannot be joined. */
  readonly cookies?: readonly string[] | undefined;
}

interface Delivery {
  /** The receipt, which receives the end of the response. Undefined if the journal is off. */
  readonly receipt?: Receipt | undefined;
  /** The faults of the connection. Most responses have none. */
  readonly connectionFaults?: ConnectionFaults | undefined;
  /** A signal that closes the connection before the response is complete. */
  readonly signal?: AbortSignal | undefined;
}

/** The faults of the connection that carries a response. Each entry point applies the faults that it supports. */
export interface ConnectionFaults {
  /** The milliseconds before the headers, and between the headers and the first byte of the body. */
  readonly delayMs: number;
  readonly firstByteMs: number;
  readonly end?: ConnectionEnd | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** The bytes by which Content-Length is wrong. */
  readonly lengthDelta: number;
  /** A signal that ends every wait when the account is reset. */
  readonly signal?: AbortSignal | undefined;
}

export interface ConnectionEnd {
  /** The kind of end. `drop` never sends a response. */
  readonly kind: 'reset' | 'cut' | 'stall' | 'drop';
  readonly at: 'start' | 'headers' | number;
  /** Whether the body is chunked. Only the missing last chunk then shows that the body is incomplete. */
  readonly isChunked: boolean;
}

export const NO_CONNECTION_FAULTS: ConnectionFaults = { delayMs: 0, firstByteMs: 0, lengthDelta: 0 };

/** A body: text, a slice of a clip, a stream of text, a body from a service, or null. */
export type ApiBody = string | ClipSlice | TextStream | ForwardedBody | null;

/** Returns the length of a body in bytes, or undefined if it is not known before the end. */
export function lengthOfBody(body: ApiBody): number | undefined {
  if (body === null) return undefined;
  if (typeof body === 'string') return Buffer.byteLength(body);
  return 'clip' in body ? body.end - body.start + 1 : undefined;
}

export interface TextStream {
  readonly stream: AsyncIterable<string>;
}

/** A body from the service behind the proxy. It is streamed and never held as a whole. */
export interface ForwardedBody {
  readonly forwarded: Readable;
  /** The length that the service announced. */
  readonly size: number | undefined;
  /** Returns the problem of the body, which is known at its end. */
  readonly problem: () => BodyProblem | undefined;
}

export interface ClipSlice {
  readonly clip: Clip;
  readonly start: number;
  readonly end: number;
}

export interface Api {
  handle(request: ApiRequest): Promise<ApiResponse>;
  /**
   * Adds length, date and request id to a response that was made elsewhere. A new request id is added only if the
   * setting `requestIds` allows it.
   */
  complete(response: ApiResponse, requestId?: string): ApiResponse;
  /**
   * Returns the response to an invalid request, such as a malformed head or a timeout. It has a new request id, unless
   * it replaces the response to a known request.
   */
  refuse(refusal: Refusal, requestId?: string): ApiResponse;
  /** Returns the response to a method that the HTTP parser rejects: 405 with Allow, or 404 for an unknown path. */
  refuseMethod(method: string, target: string): ApiResponse;
}

/** The state of a request before it has entered its account. */
export interface Arrival {
  readonly context: ApiContext;
  readonly request: ApiRequest;
  /** The request as the journal shows it, if that differs. */
  recorded?: RecordedRequest;
  /** The start time on the clock of the recorder. */
  readonly startedAt: number;
  readonly requestId: string;
  readonly trace: Trace;
  /** A signal that aborts when the account is reset. The request then changes nothing, and its response is not sent. */
  lifetime?: AbortSignal;
}

/** The state of a request that has entered its account. */
export interface EnteredRequest extends Arrival, Route {
  readonly accounts: Accounts;
  /** The account as last entered. */
  account: EnteredAccount;
  /** The time of the account's clock, which is read once per request. */
  readonly now: number;
  readonly lifetime: AbortSignal;
}

/** The error if the client disconnects before its request is complete. No response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
