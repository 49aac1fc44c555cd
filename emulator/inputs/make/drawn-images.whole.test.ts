/** Drawn images keep the size that they promised, and other people's decoders see the mosaic that was drawn. */
import { inflateSync } from 'node:zlib';
import { assert, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '../media-file.ts';
import { readFacts } from '../probe-file.ts';
import { decode, findFfmpegs, NO_FFMPEG } from '../testing/ffmpegs.ts';
import { noise, pixelsOf } from '../testing/mosaics.ts';
import { drawJpeg } from './draw-jpeg.ts';
import { drawPng } from './draw-png.ts';
import { drawWebp } from './draw-webp.ts';
import type { Mosaic, Shape } from './grid.ts';
import { paint } from './paint.ts';

const DRAWERS = [
  { type: 'jpeg', draw: (shape: Shape, paint: () => Mosaic): Recipe => drawJpeg(shape, paint) },
  { type: 'png', draw: drawPng },
  { type: 'webp', draw: drawWebp },
] as const;
const ffmpegs = findFfmpegs();
const shapes = record({ width: integer({ min: 1, max: 1500 }), height: integer({ min: 1, max: 300 }) });

describe.each(DRAWERS)('a drawn $type', ({ type, draw }) => {
  it('begins with its head and has the promised size, however hard its cells are to pack', () => {
    assert(
      property(shapes, integer(), (shape, seed) => {
        const recipe = draw(shape, () => noise(shape, seed));
        const [head, whole] = [recipe.head(), recipe.whole()];
        expect(whole.length).toBe(recipe.size);
        expect(Buffer.from(whole.subarray(0, head.length)).equals(head)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('tells its shape by its head alone, as by the whole', () => {
    assert(
      property(shapes, (shape) => {
        const recipe = draw(shape, () => noise(shape, 1));
        const facts = { kind: 'image', type, bytes: recipe.size, ...shape };
        expect(readFacts('image', recipe.head(), recipe.size)).toEqual(facts);
        expect(readFacts('image', recipe.whole(), recipe.size)).toEqual(facts);
      }),
      { numRuns: 20 },
    );
  });

  it('decodes in every ffmpeg found here', ({ skip }) => {
    skip(ffmpegs.length === 0, NO_FFMPEG);
    for (const [width, height] of [
      [1, 1],
      [7, 9],
      [300, 300],
      [299, 720],
      [2601, 310],
    ] as const) {
      const mosaic = noise({ width, height }, width);
      const whole = draw(mosaic, () => mosaic).whole();
      for (const ffmpeg of ffmpegs) {
        const pixels = decode(ffmpeg, whole, ['-f', 'rawvideo', '-pix_fmt', 'rgb24']);
        // JPEG rounds twice between the colour spaces; the others lose nothing.
        expect(farthest(pixels, pixelsOf(mosaic)), `${width}x${height} in ${ffmpeg.version}`).toBeLessThanOrEqual(
          type === 'jpeg' ? 4 : 0,
        );
      }
    }
  });
});

describe('a drawn PNG', () => {
  it('unpacks to the rows of its mosaic', () => {
    assert(
      property(shapes, integer(), (shape, seed) => {
        const mosaic = noise(shape, seed);
        const rows = inflateSync(chunkOf(drawPng(shape, () => mosaic).whole(), 'IDAT'));
        expect(rows.length).toBe((shape.width + 1) * shape.height);
        for (let y = 0; y < shape.height; y += 5)
          expect(indexesOf(rows, mosaic, y)).toEqual(expectedIndexes(mosaic, y));
      }),
      { numRuns: 20 },
    );
  });

  it('unpacks at every height, however narrow it is', () => {
    for (const width of [1, 2, 3, 9]) {
      for (let height = 1; height <= 24; height += 1) {
        const shape = { width, height };
        const rows = inflateSync(chunkOf(drawPng(shape, () => noise(shape, height)).whole(), 'IDAT'));
        expect(rows.length).toBe((width + 1) * height);
      }
    }
  });
});

describe('the picture of a URL', () => {
  const shape = { width: 640, height: 360 };

  it('is the same each time', () => {
    expect(paint('https://a.example/x.png', shape)).toEqual(paint('https://a.example/x.png', shape));
  });

  it('differs from those of other URLs', () => {
    const cells = ['a.png', 'b.png', 'a.png?v=2'].map((name) => paint(`https://a.example/${name}`, shape).cells.join());
    expect(new Set(cells).size).toBe(3);
  });

  it('can be painted at any shape under any name', () => {
    for (const name of ['', 'a'.repeat(300), '%F0%9F%8E%AC%00', '%']) {
      for (const side of [1, 8, 300, 6000]) {
        const { cells, palette } = paint(`https://a.example/${name}`, { width: side, height: 300 });
        expect(Math.max(...cells)).toBeLessThan(palette.length);
      }
    }
  });
});

function farthest(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);
}

function chunkOf(png: Uint8Array, name: string): Uint8Array {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf(name);
  return bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4));
}

function indexesOf(rows: Uint8Array, { width }: Mosaic, y: number): readonly number[] {
  return [...rows.subarray(y * (width + 1), (y + 1) * (width + 1))];
}

function expectedIndexes({ width, cell, columns, cells }: Mosaic, y: number): readonly number[] {
  const row = Math.floor(y / cell) * columns;
  return [0, ...Array.from({ length: width }, (_, x) => cells[row + Math.floor(x / cell)] ?? -1)];
}
