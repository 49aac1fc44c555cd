/** What carries a request to the server under test: a socket, or a function in the same process. */

import type { Connection, FailureKind, HeaderLine } from './exchange.ts';

export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  /** The request target to write instead of the URL's path, byte for byte. */
  readonly rawTarget?: string | undefined;
  /** Lines of `Host` to write instead of the one that the URL gives. */
  readonly hosts?: readonly string[] | undefined;
  readonly headers: readonly HeaderLine[];
  readonly body?: Uint8Array | undefined;
  /** Sends the body in chunks, as the headers say, on a connection of its own. */
  readonly chunked?: boolean | undefined;
  /** Written by hand in this version, on a connection of its own whose answer is read to its end. */
  readonly bare?: '1.0' | '1.1' | undefined;
  /** Of a bare one: the body is held back until the server asks for it, and for some seconds at most. */
  readonly holdsBody?: boolean | undefined;
  /** Of a bare one: how long the connection may stay open behind the answer before it is given up. */
  readonly quietMs?: number | undefined;
  /** Closes the connection when the response arrives, without reading it. Needs `bare`. */
  readonly dropsAnswer?: boolean | undefined;
  /** Closes the connection once this many bytes of the body have arrived. */
  readonly cutAfter?: number | undefined;
  /** Bytes of the body that are read at most; what goes on behind them is cut. */
  readonly bodyLimit: number;
  /** Waits until memory may hold a large body of so many bytes. */
  readonly reserve?: ((bytes: number) => Promise<void>) | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer;
  readonly complete: boolean;
  /** Of a bare one. */
  readonly connection?: Connection;
}

export interface WireFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The bytes that came in place of an answer, if they are not HTTP. */
  readonly came?: Buffer;
}

export type WireResult = WireAnswer | WireFailure;

export interface Transport {
  /** Whether it can send what `fetch` cannot: a header twice, other methods, raw targets, a cut. */
  readonly raw: boolean;
  send(request: WireRequest): Promise<WireResult>;
  close(): void;
}

/** The result of a request whose response the kit did not read on purpose. */
export const DROPPED: WireFailure = {
  kind: 'dropped',
  message: 'The kit closed the connection before it read the response.',
};

/** The result of requests after the run was aborted. */
export const STOPPED: WireFailure = { kind: 'stopped', message: 'The run was stopped.' };

export function isFailure(result: WireResult): result is WireFailure {
  return 'kind' in result;
}
