/** The body of a response while it arrives. A large body is written into one buffer, so that memory holds it once. */

/** The size from which a body waits for memory before its rest is read. */
const MOST_UNRESERVED = 1024 * 1024;
/** The size from which a body is large, and has a buffer of its own. */
export const LARGE_BYTES = 2 * MOST_UNRESERVED;

export class ReceivedBytes {
  readonly #limit: number;
  readonly #announced: number;
  #chunks: Uint8Array[] = [];
  #whole: Buffer | undefined;
  #reserve: ((bytes: number) => Promise<void>) | undefined;
  length = 0;

  /**
   * Keeps at most `limit` bytes. `announced` is the Content-Length, which may be wrong. `reserve` waits for the memory
   * of a large body.
   */
  constructor(limit: number, announced = limit, reserve?: (bytes: number) => Promise<void>) {
    this.#reserve = reserve;
    this.#limit = limit;
    this.#announced = announced > 0 ? Math.min(limit, announced) : limit;
  }

  /** Returns the wait for the memory of the whole body, once, when the body turns out to be large. */
  memory(): Promise<void> | undefined {
    if (this.length <= MOST_UNRESERVED) return undefined;
    const reserve = this.#reserve;
    this.#reserve = undefined;
    return reserve?.(this.#announced);
  }

  add(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, this.#limit - this.length);
    const length = this.length + kept.length;
    if (this.#whole === undefined && length <= LARGE_BYTES) this.#chunks.push(kept);
    else this.#grownTo(length).set(kept, this.length);
    this.length = length;
  }

  /** Returns all received bytes. */
  all(): Buffer {
    return this.#whole?.subarray(0, this.length) ?? Buffer.concat(this.#chunks, this.length);
  }

  #grownTo(length: number): Buffer {
    if (this.#whole !== undefined && length <= this.#whole.length) return this.#whole;
    const before = this.all();
    // The system provides memory only when it is written.
    this.#whole = Buffer.allocUnsafeSlow(length <= this.#announced ? this.#announced : this.#limit);
    this.#whole.set(before);
    this.#chunks = [];
    return this.#whole;
  }
}
