/** Text on frames: every string is drawn, and lines keep to their width. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { BLACK, WHITE } from './color.ts';
import { createFrame } from './frame.ts';
import { drawText, measure, printable, wrap } from './text.ts';

const STYLE = { face: 'DejaVuSans-Bold', pixels: 20, color: WHITE } as const;
const SIZE = { width: 200, height: 40 };

function ink(text: string): Uint8Array {
  const frame = createFrame(SIZE, BLACK);
  drawText(frame, text, { x: 4, y: 28, style: STYLE });
  return frame.y;
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

  test('what the font lacks is drawn as a box', () => {
    expect(ink('\u{1F9FF}').some((value) => value > BLACK.y)).toBe(true);
    expect(ink('\u{1F9FF}')).toEqual(ink('\u6f22'));
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
