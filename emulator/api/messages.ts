/** The one shape in which a request reaches the engine and an answer leaves it, whichever door it came through. */

import type { Clip } from '../domain/ports.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { Receipt } from '../journal/recorder.ts';
import type { Wire } from './wire.ts';
import type { Refusal } from './refusal.ts';

export interface ApiRequest {
  readonly method: string;
  /** Path and query as they came, in origin form or absolute form. */
  readonly target: string;
  /** A header by its lower-case name; lines that were sent twice come joined by a comma. */
  header(name: string): string | undefined;
  /** All of them, in the same form. */
  eachHeader(hear: (name: string, value: string) => void): void;
  /** Reads the body when it is needed and not before, so that a refusal need not wait for it. */
  readBody(limit: number): MaybePromise<Uint8Array | 'too-large'>;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  /** Its own: the engine completes them. */
  readonly headers: Record<string, string>;
  readonly body: ApiBody;
  /** Wants to hear from the door how the answer left. */
  readonly receipt?: Receipt | undefined;
  /** What a fault does to the connection; absent on nearly every answer. */
  readonly wire?: Wire | undefined;
  /** When this aborts, the answer must not arrive any more: its connection is broken off. */
  readonly signal?: AbortSignal | undefined;
}

/** Nothing, text, bytes `start` to `end` (inclusive) of a clip, or text without an end that is known. */
export type ApiBody = string | ClipSlice | TextStream | null;

export interface TextStream {
  readonly stream: AsyncIterable<string>;
}

export interface ClipSlice {
  readonly clip: Clip;
  readonly start: number;
  readonly end: number;
}

/** The engine: one function that every door calls. */
export interface Api {
  handle(request: ApiRequest): MaybePromise<ApiResponse>;
  /** Gives an answer that was made elsewhere what every answer carries: its request id, its length and its date. */
  complete(response: ApiResponse, requestId?: string): ApiResponse;
  /** The answer to something that never became a request: a broken head, a time-out. */
  refuse(refusal: Refusal): ApiResponse;
  /** The answer to a method that the door's parser does not let through: 405 with Allow, or 404 where the path is none. */
  refuseMethod(method: string, target: string): ApiResponse;
}

/** The client closed the connection before its request was complete: nobody is there to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}
