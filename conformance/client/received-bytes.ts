/** The body of a response while it arrives, in one buffer. */

/** The size from which a body is large. A large body waits until it is the only one whose rest is read. */
export const LARGE_BYTES = 8 * 1024 * 1024;

export class ReceivedBytes {
  readonly #limit: number;
  readonly #announced: number;
  #buffer: Buffer = Buffer.alloc(0);
  length = 0;

  /** Keeps at most `limit` bytes. `announced` is the Content-Length, which may be wrong. */
  constructor(limit: number, announced = 0) {
    this.#limit = limit;
    this.#announced = Math.min(limit, announced || 0);
  }

  add(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, this.#limit - this.length);
    const length = this.length + kept.length;
    if (length > this.#buffer.length) {
      const before = this.all();
      const room = length > LARGE_BYTES ? this.#limit : 2 * length;
      // The system provides memory only when it is written.
      this.#buffer = Buffer.allocUnsafeSlow(length <= this.#announced ? this.#announced : room);
      this.#buffer.set(before);
    }
    this.#buffer.set(kept, this.length);
    this.length = length;
  }

  /** Returns all received bytes. */
  all(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }
}
