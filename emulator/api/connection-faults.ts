/** The faults of the connection that carries a response. Each entry point applies the faults that it supports. */

export interface ConnectionFaults {
  /** The milliseconds before the headers, and between the headers and the first byte of the body. */
  readonly delayMs: number;
  readonly firstByteMs: number;
  /** The early end of the connection. */
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

/** A connection without faults. */
export const NO_CONNECTION_FAULTS: ConnectionFaults = { delayMs: 0, firstByteMs: 0, lengthDelta: 0 };
