/** Text on frames: every string is drawn, and lines keep to their width. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { BLACK, createFrame, WHITE } from './frame.ts';
import { drawText, measure, printable, toFace, wrap } from './text.ts';

const STYLE = { face: 'DejaVuSans-Bold', pixels: 20, color: WHITE } as const;
const SIZE = { width: 200, height: 40 };

function ink(text: string): Uint8Array {
  const frame = createFrame(SIZE, BLACK);
  drawText(frame, text, { x: 4, y: 28, style: STYLE });
  return frame.y;
}

/** DejaVu Sans, in which the glyph of another character stands for this one. */
function fontWith(codePoint: number): Uint8Array {
  const { resolve } = createRequire(import.meta.url);
  const file = readFileSync(join(dirname(resolve('dejavu-fonts-ttf/package.json')), 'ttf', 'DejaVuSans.ttf'));
  const tables = Array.from({ length: file.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const cmap = file.readUInt32BE((tables.find((at) => file.toString('latin1', at, at + 4) === 'cmap') ?? 0) + 8);
  const subtables = Array.from(
    { length: file.readUInt16BE(cmap + 2) },
    (_, at) => cmap + file.readUInt32BE(cmap + 8 + 8 * at),
  );
  const groups = subtables.find((at) => file.readUInt16BE(at) === 12) ?? 0;
  file.writeUInt32BE(codePoint, groups + 16);
  file.writeUInt32BE(codePoint, groups + 20);
  return file;
}

describe('drawing', () => {
  test('a full block has crisp edges and a full inside', () => {
    const rows = ink('\u2588');
    const lit = rows.filter((value) => value > BLACK.y).length;
    const full = rows.filter((value) => value === WHITE.y).length;
    expect(lit).toBeGreaterThan(200);
    expect(full / lit).toBeGreaterThan(0.8);
  });

  test('letters with holes keep them', () => {
    const frame = createFrame({ width: 120, height: 120 }, BLACK);
    const pen = drawText(frame, 'O', { x: 0, y: 110, style: { ...STYLE, pixels: 140 } });
    expect(frame.y[60 * 120 + Math.round(pen / 2)]).toBe(BLACK.y);
    expect(frame.y.filter((value) => value === WHITE.y).length).toBeGreaterThan(1000);
  });

  test.each([
    ['\u4e00\u53ea\u72d0\u72f8', '[4 characters: Han]'],
    ['a \u6f22\u5b57\u304b\u306a b', 'a [4 characters: Han, Hiragana] b'],
    ['\ub208 \uc18d\uc758 \uc5ec\uc6b0 x', '[5 characters: Hangul] x'],
    ['\u{1F9FF}\u{1F98A}', '[2 emoji]'],
    ['x\u0e01y', 'x [1 character: Thai] y'],
    ['\u{1E900}', '[1 character: a script without a font]'],
  ])('characters without a font, as in %s, are described in Latin letters: %s', (text, said) => {
    expect(wrap(text, STYLE, { width: 900, lines: 2 }).join(' ')).toBe(said);
    expect(ink(text)).toEqual(ink(said));
  });

  test.each([
    '\u0416\u0438\u0432\u043e\u0439 \u043b\u0435\u0441',
    '\u0391\u03b8\u03ae\u03bd\u03b1',
    '\u05e9\u05dc\u05d5\u05dd',
    '\u0645\u0631\u062d\u0628\u0627',
  ])('%s is drawn as it is', (text) => {
    expect(wrap(text, STYLE, { width: 900, lines: 1 })).toEqual([text]);
    expect(ink(text)).not.toEqual(ink('?'));
  });

  test('a font of the user draws the characters that the fonts of the package lack', () => {
    const fallback = toFace(fontWith(0x6f22));
    const style = { ...STYLE, fallback };
    expect(wrap('\u6f22', style, { width: 900, lines: 1 })).toEqual(['\u6f22']);
    expect(measure('\u6f22', style)).toBeGreaterThan(1);
  });

  test('Hebrew runs from right to left, and Latin around it does not', () => {
    expect(ink('ab אב cd')).not.toEqual(ink('ab בא cd'));
    const [forward, word] = [createFrame(SIZE, BLACK), createFrame(SIZE, BLACK)];
    const end = drawText(forward, 'אב', { x: 4, y: 28, style: STYLE });
    const pen = drawText(word, 'ב', { x: 4, y: 28, style: STYLE });
    drawText(word, 'א', { x: pen, y: 28, style: STYLE });
    expect(forward.y).toEqual(word.y);
    expect(end).toBeGreaterThan(pen);
  });

  test('any string can be drawn anywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: -300, max: 300 }), (text, x) => {
        const pen = drawText(createFrame(SIZE, BLACK), text, { x, y: x / 2, style: STYLE });
        expect(pen - x).toBeCloseTo(measure(text, STYLE), 3);
      }),
      { numRuns: 300 },
    );
  });
});

describe('wrapping', () => {
  test('no line is wider than asked, and no more lines than asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 5 }), (text, lines) => {
        const done = wrap(text, STYLE, { width: 150, lines });
        expect(done.length).toBeLessThanOrEqual(lines);
        for (const line of done) expect(measure(line, STYLE)).toBeLessThanOrEqual(150);
      }),
    );
  });

  test('a text that fits is kept whole', () => {
    expect(wrap('one two', STYLE, { width: 500, lines: 2 })).toEqual(['one two']);
    expect(wrap('', STYLE, { width: 500, lines: 2 })).toEqual([]);
  });

  test('15,000 characters without a space are cut with an ellipsis', () => {
    const done = wrap('x'.repeat(15_000), STYLE, { width: 150, lines: 3 });
    expect(done).toHaveLength(3);
    expect(done[2]).toMatch(/^x+…$/);
  });

  test('control characters, joiners and lone surrogates leave nothing behind', () => {
    expect(printable('a\u0000b\u200dc\ud800d\u202ee\nf\t g')).toBe('abcde f g');
  });
});
