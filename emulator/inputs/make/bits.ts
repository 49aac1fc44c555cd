/** Writes numbers of any width one after the other: low bit first (deflate, WebP), or high bit first (JPEG, MP3). */

/** A byte array that grows. */
class GrowingBytes {
  #bytes = new Uint8Array(4096);
  #length = 0;

  push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = byte;
  }

  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Bits fill each byte from its low end. Prefix codes, which are read from their high end, go in by `code`. */
export class LowBitsFirst {
  readonly #out = new GrowingBytes();
  #held = 0;
  #count = 0;

  /** Writes a number of at most 16 bits. */
  number(value: number, width: number): void {
    this.#held |= value << this.#count;
    this.#count += width;
    while (this.#count >= 8) {
      this.#out.push(this.#held & 255);
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  /** Writes a prefix code of at most 16 bits, high end first. */
  code(value: number, width: number): void {
    let turned = 0;
    for (let bit = 0; bit < width; bit++) turned |= ((value >> bit) & 1) << (width - 1 - bit);
    this.number(turned, width);
  }

  /** Fills the last byte with zeros and hands everything over. */
  end(): Uint8Array {
    if (this.#count > 0) this.number(0, 8 - this.#count);
    return this.#out.taken();
  }
}

/** Bits fill each byte from its high end. `stuffing` puts a zero byte behind each 0xFF, as JPEG wants it. */
export class HighBitsFirst {
  readonly #out = new GrowingBytes();
  readonly #stuffing: boolean;
  #held = 0;
  #count = 0;

  constructor({ stuffing }: { readonly stuffing: boolean }) {
    this.#stuffing = stuffing;
  }

  /** Writes a number of at most 16 bits. */
  number(value: number, width: number): void {
    this.#held = ((this.#held << width) | value) & 0xff_ffff;
    this.#count += width;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#held >> this.#count) & 255;
      this.#out.push(byte);
      if (this.#stuffing && byte === 255) this.#out.push(0);
    }
  }

  /** Fills the last byte with `filler` bits and hands everything over. */
  end(filler: 0 | 1): Uint8Array {
    const open = (8 - this.#count) % 8;
    this.number(filler === 1 ? 2 ** open - 1 : 0, open);
    return this.#out.taken();
  }
}
