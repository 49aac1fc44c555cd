/** Packs the rows of a mosaic in the zlib format: a cell is a colour and a copy of it, a row is a copy of the row above. */

import { LowBitsFirst } from './bits.ts';
import { big32, join } from './chunks.ts';
import { eachCell, heightOfRow, type Grid, type Mosaic } from './grid.ts';
import { toCopies, toPrefixNumber } from './prefix-number.ts';

const COPY = { min: 3, max: 258 } as const;
const ADLER_BASE = 65_521;

/** An upper bound of the packed length in bytes, from the grid alone. */
export function deflatedSize(grid: Grid): number {
  const pixels = (grid.width + 1) * grid.height;
  // Per cell one colour and one copy; per row of cells a mark and a cut-off copy; elsewhere a copy for 258 pixels.
  return 16 + 4 * (grid.columns * grid.rows + 3 * grid.rows + Math.ceil(pixels / (COPY.max - COPY.min)));
}

/** Packs the rows, each behind the byte that says "not filtered". */
export function deflateMosaic(mosaic: Mosaic): Uint8Array {
  const out = new LowBitsFirst();
  const sum = new RowSum();
  // One block, the last, with fixed codes.
  out.number(1, 1);
  out.number(1, 2);
  for (let row = 0; row < mosaic.rows; row++) {
    const pixels = writeRow(out, mosaic, row);
    const height = heightOfRow(mosaic, row);
    const repeated = (height - 1) * pixels.length;
    // Two rows of one pixel: the second is too short for a copy.
    if (repeated > 0 && repeated < COPY.min) writeRow(out, mosaic, row);
    else writeCopies(out, repeated, pixels.length);
    sum.add(pixels, height);
  }
  writeSymbol(out, 256);
  return join([0x78, 0x01], out.end(), big32(sum.value()));
}

function writeRow(out: LowBitsFirst, mosaic: Mosaic, row: number): Uint8Array {
  const pixels = new Uint8Array(mosaic.width + 1);
  let at = 1;
  writeSymbol(out, 0);
  eachCell(mosaic, row, (index, width) => {
    const copied = width > COPY.min ? width - 1 : 0;
    for (let n = copied; n < width; n++) writeSymbol(out, index);
    writeCopies(out, copied, 1);
    pixels.fill(index, at, at + width);
    at += width;
  });
  return pixels;
}

function writeCopies(out: LowBitsFirst, run: number, distance: number): void {
  for (const length of toCopies(run, COPY)) {
    writeLength(out, length);
    const { symbol, extra, extraBits } = toPrefixNumber(distance - 1, 1);
    out.code(symbol, 5);
    out.number(extra, extraBits);
  }
}

function writeLength(out: LowBitsFirst, length: number): void {
  // The longest copy has a symbol of its own.
  if (length === COPY.max) return writeSymbol(out, 285);
  const { symbol, extra, extraBits } = toPrefixNumber(length - COPY.min, 2);
  writeSymbol(out, 257 + symbol);
  out.number(extra, extraBits);
}

/** RFC 1951, section 3.2.6: the fixed codes. */
function writeSymbol(out: LowBitsFirst, symbol: number): void {
  if (symbol < 144) out.code(0x30 + symbol, 8);
  else if (symbol < 256) out.code(0x190 + symbol - 144, 9);
  else if (symbol < 280) out.code(symbol - 256, 7);
  else out.code(0xc0 + symbol - 280, 8);
}

/** Adler-32 of rows that repeat, without going over each of them. */
class RowSum {
  #low = 1;
  #high = 0;

  add(pixels: Uint8Array, times: number): void {
    let [low, high] = [0, 0];
    for (const pixel of pixels) {
      low += pixel;
      high += low;
    }
    for (let n = 0; n < times; n++) {
      this.#high = (this.#high + this.#low * pixels.length + high) % ADLER_BASE;
      this.#low = (this.#low + low) % ADLER_BASE;
    }
  }

  value(): number {
    return this.#high * 65_536 + this.#low;
  }
}
