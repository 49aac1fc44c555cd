/** Writes a mosaic as a lossless WebP: colours and copies, with prefix codes of fixed lengths. */

import type { Recipe } from '../media-file.ts';
import { LowBitsFirst } from './bits.ts';
import { join, little32 } from './chunks.ts';
import { eachCell, heightOfRow, toGrid, type Grid, type Mosaic, type Rgb, type Shape } from './grid.ts';
import { toCopies, toPrefixNumber } from './prefix-number.ts';

const COPY = { min: 1, max: 4096 } as const;
/** Distances are written as places near the pixel: the one above it, the one left of it. */
const [ABOVE, LEFT] = [0, 1];
/** Of the 280 symbols for green and copy lengths, this many have codes of 8 bits, the others of 9: together they fill the code space. */
const SHORT_CODES = 232;
/** RIFF header, VP8L header, code tables: 36 bytes and some 80. */
const HEADER_ROOM = 512;

/** Describes a WebP of a shape; the mosaic is painted when the whole file is asked for. */
export function drawWebp(shape: Shape, paint: () => Mosaic): Recipe {
  const size = webpSize(toGrid(shape));
  const dimensions = shape.width - 1 + (shape.height - 1) * 0x4000;
  const riff = join('RIFF', little32(size - 8), 'WEBPVP8L', little32(size - 20));
  const head = join(riff, [0x2f], little32(dimensions));
  return {
    size,
    head: () => head,
    // Decoders stop at the last pixel; what follows within the chunk is padding to the promised length.
    whole: () => {
      const bytes = new Uint8Array(size);
      bytes.set(riff);
      bytes.set(encode(mosaicBits(dimensions), paint()), riff.length);
      return bytes;
    },
  };
}

function webpSize(grid: Grid): number {
  const copies = Math.ceil((grid.width * grid.height) / COPY.max);
  const bytes = HEADER_ROOM + 8 * grid.columns * grid.rows + 4 * grid.rows + 4 * copies;
  return bytes + (bytes % 2);
}

function mosaicBits(dimensions: number): LowBitsFirst {
  const out = new LowBitsFirst();
  out.number(0x2f, 8);
  out.number(dimensions & 0xffff, 16);
  // The version's three zero bits and "no alpha" lie above the 28 bits of the dimensions.
  out.number(dimensions >>> 16, 16);
  return out;
}

function encode(out: LowBitsFirst, mosaic: Mosaic): Uint8Array {
  writeTables(out);
  for (let row = 0; row < mosaic.rows; row++) {
    eachCell(mosaic, row, (index, width) => {
      writeColour(out, mosaic.palette[index] ?? [0, 0, 0]);
      writeCopies(out, width - 1, LEFT);
    });
    writeCopies(out, (heightOfRow(mosaic, row) - 1) * mosaic.width, ABOVE);
  }
  return out.end();
}

/** No transform, no colour cache, one group of five codes: green with lengths, red, blue, alpha, distance. */
function writeTables(out: LowBitsFirst): void {
  out.number(0, 3);
  writeCodeLengths(out, 280);
  writeCodeLengths(out, 256);
  writeCodeLengths(out, 256);
  // Alpha is 255 everywhere: a simple code of one symbol of 8 bits takes no space later.
  out.number(0b101, 3);
  out.number(255, 8);
  // Distances are one of two: a simple code of the symbols 0 (1 bit wide) and 1 (8 bits wide).
  out.number(0b0011, 4);
  out.number(1, 8);
}

/** Lengths 8 and 9 are themselves coded with one bit; they stand at places 11 and 12 of the order that the format gives lengths. */
function writeCodeLengths(out: LowBitsFirst, symbols: number): void {
  const places = 13;
  out.number(0, 1);
  out.number(places - 4, 4);
  for (let place = 0; place < places; place++) out.number(place >= 11 ? 1 : 0, 3);
  out.number(0, 1);
  for (let symbol = 0; symbol < symbols; symbol++) out.number(symbols > 256 && symbol >= SHORT_CODES ? 1 : 0, 1);
}

function writeColour(out: LowBitsFirst, [red, green, blue]: Rgb): void {
  writeGreen(out, green);
  out.code(red, 8);
  out.code(blue, 8);
}

function writeCopies(out: LowBitsFirst, run: number, place: number): void {
  for (const length of toCopies(run, COPY)) {
    const { symbol, extra, extraBits } = toPrefixNumber(length - 1, 1);
    writeGreen(out, 256 + symbol);
    out.number(extra, extraBits);
    out.number(place, 1);
  }
}

function writeGreen(out: LowBitsFirst, symbol: number): void {
  if (symbol < SHORT_CODES) out.code(symbol, 8);
  else out.code(2 * SHORT_CODES + symbol - SHORT_CODES, 9);
}
