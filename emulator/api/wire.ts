/** What faults do to the connection of an answer. Each door carries it out as far as it can. */

export interface Wire {
  /** Milliseconds before the headers, and between them and the first byte of the body. */
  readonly delayMs: number;
  readonly firstByteMs: number;
  /** How the connection ends early. */
  readonly end?: WireEnd | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** Bytes by which Content-Length is wrong. */
  readonly lengthDelta: number;
  /** Aborts every wait when the account is reset. */
  readonly signal?: AbortSignal | undefined;
}

export interface WireEnd {
  /** `drop` never answers at all. */
  readonly kind: 'reset' | 'cut' | 'stall' | 'drop';
  readonly at: 'start' | 'headers' | number;
  /** Chunked, without Content-Length: only the missing last chunk shows that the body is incomplete. */
  readonly isChunked: boolean;
}

/** A connection without faults. */
export const PLAIN_WIRE: Wire = { delayMs: 0, firstByteMs: 0, lengthDelta: 0 };
