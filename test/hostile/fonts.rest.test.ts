/** Fonts that are truncated, damaged, or made to exhaust who draws with them. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFont } from '../../emulator/render/raster/font.ts';
import { rasterize } from '../../emulator/render/raster/glyph.ts';

const folder = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json'));
const REAL = readFileSync(join(folder, 'ttf', 'DejaVuSans.ttf'));
const A = 'A'.codePointAt(0) ?? 0;
const GLYPH = parseFont(REAL).glyphOf(A);

function offsetOf(tag: string): number {
  const entry = REAL.subarray(0, 12 + 16 * REAL.readUInt16BE(4)).indexOf(tag, 12, 'latin1');
  return REAL.readUInt32BE(entry + 8);
}

type Part = readonly [at: number, ...bytes: readonly number[]];

/** The real font with other bytes in some places. */
function changed(...parts: readonly Part[]): Buffer {
  const font = Buffer.from(REAL);
  for (const [at, ...bytes] of parts) font.set(bytes, at);
  return font;
}

const perEm = (units: number): Part => [offsetOf('head') + 18, units >> 8, units & 255];

/** One map of format 12 with one group, from a character to another. */
function mapped(first: readonly number[], last: readonly number[]): Buffer {
  const at = offsetOf('cmap');
  const head = [0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12];
  const table = [0, 12, 0, 0, 0, 0, 0, 28, 0, 0, 0, 0, 0, 0, 0, 1];
  return changed([at, ...head, ...table, ...first, ...last, 0, 0, 0, 36]);
}

/** The letter A as a glyph of four copies of itself, and so on. */
function ofItself(): Buffer {
  const entry = offsetOf('loca') + 4 * GLYPH;
  const at = offsetOf('glyf') + REAL.readUInt32BE(entry);
  const copy = (more: number): number[] => [0, more, GLYPH >> 8, GLYPH & 255, 0, 0];
  return changed([at, 255, 255], [at + 10, ...[0x22, 0x22, 0x22, 2].flatMap(copy)]);
}

describe('a font', () => {
  test.each([
    ['of noise', () => Buffer.alloc(300, 255), 'it is truncated or damaged'],
    ['cut in half', () => REAL.subarray(0, REAL.length / 2), 'it is truncated or damaged'],
    ['that maps four thousand million characters', () => mapped([0, 0, 0, 1], [255, 255, 255, 255]), 'more characters'],
    ['of no units per em', () => changed(perEm(0)), 'it has 0 units per em'],
    ['of one unit per em', () => changed(perEm(1)), 'it has 1 units per em'],
  ])('%s is refused before anything is drawn with it', (_, font, message) => {
    expect(() => parseFont(font())).toThrow(message);
  });

  test.each([
    ['is made of itself', ofItself],
    ['is larger than any', () => changed(perEm(16))],
    ['lies outside of the file', () => changed([offsetOf('loca') + 4 * GLYPH, 255, 255, 255, 240])],
  ])('draws nothing where a glyph %s, and the others as they are', (_, make) => {
    const font = parseFont(make());
    expect(rasterize(font, font.glyphOf(A), 48)).toMatchObject({ width: 0, height: 0 });
    expect(rasterize(parseFont(REAL), GLYPH, 48).width).toBeGreaterThan(0);
  });
});
