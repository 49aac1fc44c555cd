/**
 * Writes a mosaic as a baseline JPEG. Each block of 8x8 pixels has one colour, so only its mean (the DC coefficient) is coded:
 * there is no transform to compute, and quantised by 8 a mean is exact.
 */

import type { Recipe } from '../media-file.ts';
import { HighBitsFirst } from './bits.ts';
import { big16, join } from './chunks.ts';
import type { Mosaic, Rgb, Shape } from './grid.ts';

const HEADER_ROOM = 512;
/** Three components of at most 16 bits, each byte of which may need a stuffed zero. */
const BYTES_PER_BLOCK = 12;
/** Code length and code of the difference to the mean before, by the number of bits that it needs: 0 to 8. */
const MEAN_CODES = [
  [2, 0b00],
  [3, 0b010],
  [3, 0b011],
  [3, 0b100],
  [3, 0b101],
  [3, 0b110],
  [4, 0b1110],
  [5, 0b11110],
  [6, 0b111110],
] as const;
/** The one code of the other table: nothing else in this block. */
const END_OF_BLOCK = [1, 0] as const;

/** Describes a JPEG of a shape; the mosaic is painted when the whole file is asked for. */
export function drawJpeg(shape: Shape, paint: () => Mosaic, size = jpegSize(shape)): Recipe {
  const head = join([0xff, 0xd8], jfif(), quantisation(), frame(shape), codeTables());
  return {
    size,
    head: () => head,
    whole: () => {
      const scan = join(scanHeader(), encode(paint()), [0xff, 0xd9]);
      return join(head, comments(size - head.length - scan.length), scan);
    },
  };
}

/** Files are padded to a length that follows from their shape, so that it is known before a pixel is. */
function jpegSize(shape: Shape): number {
  return HEADER_ROOM + BYTES_PER_BLOCK * Math.ceil(shape.width / 8) * Math.ceil(shape.height / 8);
}

function segment(marker: number, ...content: readonly (Uint8Array | readonly number[] | string)[]): Uint8Array {
  const body = join(...content);
  return join([0xff, marker], big16(body.length + 2), body);
}

function jfif(): Uint8Array {
  return segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]);
}

function quantisation(): Uint8Array {
  return segment(0xdb, [0], new Uint8Array(64).fill(8));
}

function frame({ width, height }: Shape): Uint8Array {
  const components = [1, 2, 3].flatMap((id) => [id, 0x11, 0]);
  return segment(0xc0, [8], big16(height), big16(width), [3], components);
}

function codeTables(): Uint8Array {
  const means = countByLength(MEAN_CODES.map(([length]) => length));
  const others = countByLength([END_OF_BLOCK[0]]);
  const symbols = MEAN_CODES.map((_, symbol) => symbol);
  return segment(0xc4, [0x00], means, symbols, [0x10], others, [0]);
}

function countByLength(lengths: readonly number[]): readonly number[] {
  return Array.from({ length: 16 }, (_, index) => lengths.filter((length) => length === index + 1).length);
}

function scanHeader(): Uint8Array {
  return segment(
    0xda,
    [3],
    [1, 2, 3].flatMap((id) => [id, 0x00]),
    [0, 63, 0],
  );
}

/** Fills exactly `length` bytes with comment segments; each takes at least 4 bytes, and the room leaves more than that. */
function comments(length: number): Uint8Array {
  const whole = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const rest = length - at;
    const taken = rest > 0xffff ? 0x8000 : rest;
    whole.set([0xff, 0xfe, ...big16(taken - 2)], at);
    at += taken;
  }
  return whole;
}

function encode(mosaic: Mosaic): Uint8Array {
  const out = new HighBitsFirst({ stuffing: true });
  const means = mosaic.palette.map(toMeans);
  let before: readonly number[] = [0, 0, 0];
  for (const index of blocksOf(mosaic)) {
    const mean = means[index] ?? before;
    for (const component of [0, 1, 2]) writeMean(out, (mean[component] ?? 0) - (before[component] ?? 0));
    before = mean;
  }
  return out.end(1);
}

/** The colour of each block of 8x8 pixels, row by row. */
function* blocksOf({ width, height, cell, columns, cells }: Mosaic): Generator<number> {
  const across = cell / 8;
  for (let y = 0; y < Math.ceil(height / 8); y++) {
    const row = Math.floor(y / across) * columns;
    for (let x = 0; x < Math.ceil(width / 8); x++) yield cells[row + Math.floor(x / across)] ?? 0;
  }
}

function writeMean(out: HighBitsFirst, difference: number): void {
  const width = 32 - Math.clz32(Math.abs(difference));
  const [length, code] = MEAN_CODES[width] ?? MEAN_CODES[0];
  out.number(code, length);
  // A negative number is written as its ones' complement.
  out.number(difference < 0 ? difference + 2 ** width - 1 : difference, width);
  out.number(END_OF_BLOCK[1], END_OF_BLOCK[0]);
}

/** JFIF's brightness and colour differences, centred on zero. */
function toMeans([red, green, blue]: Rgb): readonly number[] {
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
  const centred = [brightness - 128, (blue - brightness) / 1.772, (red - brightness) / 1.402];
  return centred.map((value) => Math.max(-128, Math.min(127, Math.round(value))));
}
