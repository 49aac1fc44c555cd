/** The faults of the connection of a response. Each entry point applies them as far as it can. */

export interface ConnectionFaults {
  /** Milliseconds before the headers, and between them and the first byte of the body. */
  readonly delayMs: number;
  readonly firstByteMs: number;
  /** How the connection ends early. */
  readonly end?: ConnectionEnd | undefined;
  readonly bytesPerSecond?: number | undefined;
  /** Bytes by which Content-Length is wrong. */
  readonly lengthDelta: number;
  /** Aborts every wait when the account is reset. */
  readonly signal?: AbortSignal | undefined;
}

export interface ConnectionEnd {
  /** `drop` never answers at all. */
  readonly kind: 'reset' | 'cut' | 'stall' | 'drop';
  readonly at: 'start' | 'headers' | number;
  /** Chunked, without Content-Length: only the missing last chunk shows that the body is incomplete. */
  readonly isChunked: boolean;
}

/** A connection without faults. */
export const NO_CONNECTION_FAULTS: ConnectionFaults = { delayMs: 0, firstByteMs: 0, lengthDelta: 0 };
