/** Collects the chunks of a body, up to a limit. */

const LEAST_BYTES = 4096;

/**
 * Joins chunks in one buffer that doubles when it is full. A separate small chunk would be an object many times its
 * size, and would keep a larger buffer alive. A body of one chunk is not copied.
 */
export class BodyBuffer {
  readonly #limit: number;
  #bytes: Uint8Array | undefined;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a chunk. Returns false if the body exceeds the limit, and then nothing more may be added. */
  add(chunk: Uint8Array): boolean {
    if (chunk.length === 0) return true;
    const length = this.#length + chunk.length;
    if (length > this.#limit) return false;
    if (this.#bytes === undefined) {
      this.#bytes = chunk;
    } else {
      // The first chunk belongs to node:http and is full, so the second chunk always creates a new buffer.
      if (length > this.#bytes.length) this.#bytes = this.#grown(this.#bytes, length);
      this.#bytes.set(chunk, this.#length);
    }
    this.#length = length;
    return true;
  }

  /** Returns the body so far. */
  bytes(): Uint8Array {
    if (this.#bytes === undefined) return Buffer.alloc(0);
    return this.#bytes.length === this.#length ? this.#bytes : this.#bytes.subarray(0, this.#length);
  }

  #grown(bytes: Uint8Array, length: number): Uint8Array {
    const grown = Buffer.allocUnsafeSlow(Math.min(this.#limit, Math.max(LEAST_BYTES, 2 * length)));
    grown.set(bytes);
    return grown;
  }
}
