/** Writes a mosaic as a PNG with a palette, its rows packed with fixed codes, so that any Node gives the same bytes. */

import { crc32 } from 'node:zlib';
import type { Recipe } from '../media-file.ts';
import { big32, join } from './chunks.ts';
import { toGrid, type Mosaic, type Shape } from './grid.ts';
import { deflateMosaic, deflatedSize } from './deflate-mosaic.ts';

/** Signature, header, palette, end, and the frames of two more chunks. */
const HEADER_ROOM = 1024;

/** Describes a PNG of a shape; the mosaic is painted when the whole file is asked for. */
export function drawPng(shape: Shape, paint: () => Mosaic): Recipe {
  const size = HEADER_ROOM + deflatedSize(toGrid(shape));
  const head = join('\x89PNG\r\n\x1a\n', header(shape));
  return {
    size,
    head: () => head,
    whole: () => {
      const mosaic = paint();
      const picture = join(chunk('PLTE', mosaic.palette.flat()), chunk('IDAT', deflateMosaic(mosaic)));
      const end = chunk('IEND', []);
      // A private chunk that decoders skip brings the file to the length that its shape promised.
      const padding = size - head.length - picture.length - end.length - CHUNK_FRAME;
      return join(head, picture, chunk('stPd', new Uint8Array(padding)), end);
    },
  };
}

const CHUNK_FRAME = 12;

/** Eight bits a pixel, by palette, neither filtered by another method nor interlaced. */
function header({ width, height }: Shape): Uint8Array {
  return chunk('IHDR', [...big32(width), ...big32(height), 8, 3, 0, 0, 0]);
}

function chunk(name: string, content: Uint8Array | readonly number[]): Uint8Array {
  const named = join(name, content);
  return join(big32(named.length - name.length), named, big32(crc32(named)));
}
