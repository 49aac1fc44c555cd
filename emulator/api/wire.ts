/** What an answer does to the connection that carries it, on purpose. The doors carry it out as far as they can. */

export interface Wire {
  /** Milliseconds before the headers, and from them to the first byte of the body. */
  readonly delayMs: number;
  readonly firstByteMs: number;
  /** How the connection ends before its time; a place is the start, after the headers, or a fraction of the body. */
  readonly end?: WireEnd | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** Bytes by which Content-Length is wrong. */
  readonly lengthDelta: number;
  /** Ends whatever waits, because the account was reset. */
  readonly signal?: AbortSignal | undefined;
}

export interface WireEnd {
  /** `drop` never answers at all. */
  readonly kind: 'reset' | 'cut' | 'stall' | 'drop';
  readonly at: 'start' | 'headers' | number;
  /** Without Content-Length only the missing last chunk shows that something is missing. */
  readonly isChunked: boolean;
}

/** A connection with nothing done to it. */
export const PLAIN_WIRE: Wire = { delayMs: 0, firstByteMs: 0, lengthDelta: 0 };
