/** Draws any text on frames. Characters without a glyph are described in Latin letters. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { parseFont, type Font } from './font.ts';
import { rasterize, type Glyph } from './glyph.ts';
import { stamp, type Color, type Frame } from './frame.ts';

export type Face = 'DejaVuSans' | 'DejaVuSans-Bold' | 'DejaVuSansMono-Bold';

export interface TextStyle {
  readonly face: Face;
  /** The type size in pixels per em. */
  readonly pixels: number;
  readonly color: Color;
  /** A font for characters that the fonts of this package lack. */
  readonly fallback?: LoadedFace | undefined;
}

/** A font and the glyphs that were drawn from it. */
export interface LoadedFace {
  readonly font: Font;
  readonly glyphs: Map<string, Glyph>;
}

const GLYPHS_KEPT = 4096;
const faces = new Map<Face, LoadedFace>();

/** Draws one line with its baseline at `y`. Returns the position of the cursor after it. */
export function drawText(
  frame: Frame,
  text: string,
  { x, y, style }: { x: number; y: number; style: TextStyle },
): number {
  let pen = x;
  for (const character of visualOrder(shown(text, style))) {
    const { glyph, advance } = glyphFor(character, style);
    stamp(frame, glyph, { x: Math.round(pen) + glyph.left, y: Math.round(y) + glyph.top, color: style.color });
    pen += advance;
  }
  return pen;
}

/** Returns the width of a line in pixels. */
export function measure(text: string, style: TextStyle): number {
  return emsOf(shown(text, style), style) * style.pixels;
}

/** Breaks text into at most `lines` lines of at most `width` pixels. An ellipsis marks cut text. */
export function wrap(text: string, style: TextStyle, { width, lines }: { width: number; lines: number }): string[] {
  const words = shown(text, style).split(' ').filter(Boolean);
  const done: string[] = [];
  let line = '';
  let ems = 0;
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? '';
    const addition = line === '' ? word : ` ${word}`;
    const longer = emsOf(addition, style, ems);
    if (longer * style.pixels <= width) {
      [line, ems] = [line + addition, longer];
      at += 1;
    } else if (line === '') {
      const head = fit(word, style, width);
      done.push(head);
      words[at] = word.slice(head.length);
      if (words[at] === '') at += 1;
    } else {
      done.push(line);
      [line, ems] = ['', 0];
    }
    if (done.length === lines) return [...done.slice(0, -1), withEllipsis(done.at(-1) ?? '', style, width)];
  }
  return line === '' ? done : [...done, line];
}

/** Returns the characters that fit, and at least one, so that wrapping always makes progress. */
function fit(word: string, style: TextStyle, width: number): string {
  let head = '';
  let ems = 0;
  for (const character of word) {
    ems = emsOf(character, style, ems);
    if (head !== '' && ems * style.pixels > width) break;
    head += character;
  }
  return head;
}

function withEllipsis(line: string, style: TextStyle, width: number): string {
  const characters = Array.from(line);
  while (characters.length > 1 && emsOf(`${characters.join('')}…`, style) * style.pixels > width) characters.pop();
  return `${characters.join('')}…`;
}

/** Returns the width of text in ems, added to the width of the text before it. */
function emsOf(text: string, style: TextStyle, before = 0): number {
  let ems = before;
  for (const character of text) {
    const { in: found, index } = glyphIn(character, style);
    ems += found.font.advanceOf(index) / found.font.unitsPerEm;
  }
  return ems;
}

/** Replaces white space by single spaces. Removes control characters, joiners and lone surrogates. */
export function printable(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Mn}]+/gu, '')
    .trim();
}

/** Returns the text as it is drawn. Characters without a glyph are described. */
function shown(text: string, style: TextStyle): string {
  return describeUndrawable(printable(text), (character) => glyphIn(character, style).index !== 0);
}

/** Replaces each run of characters without a glyph by their number and script: `[4 characters: Han]`, `[1 emoji]`. */
function describeUndrawable(text: string, hasPicture: (character: string) => boolean): string {
  if (Array.from(text).every(hasPicture)) return text;
  const stretches: { readonly isDrawn: boolean; text: string }[] = [];
  for (const character of text) {
    const last = stretches.at(-1);
    // A space continues the run, so that several words of one script are one run.
    const isDrawn = character === ' ' ? last?.isDrawn !== false : hasPicture(character);
    if (last?.isDrawn === isDrawn) last.text += character;
    else stretches.push({ isDrawn, text: character });
  }
  const parts = stretches.map((stretch) => (stretch.isDrawn ? stretch.text : countOf(stretch.text)));
  return parts.join(' ').replaceAll(/ {2,}/g, ' ').trim();
}

const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Telugu', /\p{Script=Telugu}/u],
];

function countOf(text: string): string {
  const characters = Array.from(text.replaceAll(' ', ''));
  const scripts = SCRIPTS.filter(([, pattern]) => characters.some((one) => pattern.test(one))).map(([name]) => name);
  const count = characters.length;
  if (scripts.length === 1 && scripts[0] === 'emoji') return `[${count} emoji]`;
  const noun = count === 1 ? 'character' : 'characters';
  return `[${count} ${noun}: ${scripts.length === 0 ? 'a script without a font' : scripts.join(', ')}]`;
}

/** Reverses right-to-left runs without joining their letters. This is enough to recognize a prompt. */
function visualOrder(text: string): string {
  return text.replaceAll(
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}](?:.*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}])?/gu,
    (run) => Array.from(run).reverse().join(''),
  );
}

/** Searches the face, then DejaVu Sans, which covers more scripts, then the user's font. A missing character has 0. */
function glyphIn(character: string, { face, fallback }: TextStyle): { in: LoadedFace; index: number } {
  const codePoint = character.codePointAt(0) ?? 0;
  const own = faceOf(face);
  const index = own.font.glyphOf(codePoint);
  if (index !== 0) return { in: own, index };
  for (const other of [faceOf('DejaVuSans'), fallback]) {
    const found = other?.font.glyphOf(codePoint) ?? 0;
    if (other !== undefined && found !== 0) return { in: other, index: found };
  }
  return { in: own, index: 0 };
}

function glyphFor(character: string, style: TextStyle): { glyph: Glyph; advance: number } {
  const { pixels } = style;
  const {
    in: { font, glyphs },
    index,
  } = glyphIn(character, style);
  const key = `${index}@${pixels}`;
  const glyph = glyphs.get(key) ?? rasterize(font, index, pixels);
  if (glyphs.size >= GLYPHS_KEPT) glyphs.clear();
  glyphs.set(key, glyph);
  return { glyph, advance: (font.advanceOf(index) * pixels) / font.unitsPerEm };
}

/** Loads a face from the bytes of a TrueType file. */
export function toFace(file: Uint8Array): LoadedFace {
  return { font: parseFont(file), glyphs: new Map() };
}

function faceOf(face: Face): LoadedFace {
  const known = faces.get(face);
  if (known !== undefined) return known;
  const loaded = toFace(readFileSync(join(fontFolder(), `${face}.ttf`)));
  faces.set(face, loaded);
  return loaded;
}

/** Returns the folder of the fonts: `dist/fonts` in the published package, or the npm package of the fonts. */
function fontFolder(): string {
  const { resolve } = createRequire(import.meta.url);
  if (import.meta.url.endsWith('.ts')) return join(dirname(resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  return join(dirname(resolve('#package.json')), 'dist', 'fonts');
}
