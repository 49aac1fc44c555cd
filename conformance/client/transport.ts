/** The interface that carries a request to the server under test: a socket, or a function in the same process. */

import type { Connection, FailureKind, HeaderLine } from './exchange.ts';

/** The parts of a request that `fetch` cannot send. */
export interface Wiring {
  /** The request target to write instead of the URL's path, byte for byte. */
  readonly rawTarget?: string | undefined;
  /** The lines of `Host`, in place of the host of the URL. */
  readonly hosts?: readonly string[] | undefined;
  /** Sends the body in chunks, as the headers announce, on a separate connection. */
  readonly chunked?: boolean | undefined;
  /**
   * Sends a handwritten request in this HTTP version, on a separate connection that is read to its end. The body is
   * sent unchanged, so the headers must describe its framing.
   */
  readonly bare?: '1.0' | '1.1' | undefined;
  /** Holds the body of a bare request back until the server asks for it, for some seconds at most. */
  readonly holdsBody?: boolean | undefined;
  /** The milliseconds for which the connection of a bare request may stay open after the response. */
  readonly quietMs?: number | undefined;
  /** Closes the connection when the response arrives, without reading it. Needs `bare`. */
  readonly dropsAnswer?: boolean | undefined;
  /** Closes the connection once this many bytes of the body have arrived. */
  readonly cutAfter?: number | undefined;
}

export interface WireRequest extends Wiring {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly HeaderLine[];
  readonly body?: Uint8Array | undefined;
  /** The largest number of bytes of the body. Further bytes are cut. */
  readonly bodyLimit: number;
  /** Waits until no other exchange reads a large body. */
  readonly untilAlone?: (() => Promise<void>) | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer;
  readonly complete: boolean;
  /** The connection of a bare request. */
  readonly connection?: Connection;
}

export interface WireFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The received bytes, if they are not HTTP. */
  readonly came?: Buffer;
}

export type WireResult = WireAnswer | WireFailure;

export interface Transport {
  /** Whether it supports requests that `fetch` cannot send: a repeated header, other methods, raw targets, a cut. */
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

/** Returns the host and the port to which a request connects. */
export function addressOf({ protocol, hostname, port }: URL): { readonly host: string; readonly port: number } {
  const usual = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) };
}

/** Returns the result of a request whose response was not complete in time. */
export function timeoutOf({ timeoutMs }: Pick<WireRequest, 'timeoutMs'>): WireFailure {
  return { kind: 'timeout', message: `No complete response within ${timeoutMs / 1000} s.` };
}
