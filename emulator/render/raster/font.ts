/** Reads glyph outlines from a TrueType file, so that no text becomes part of an ffmpeg command. */

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
}

/** Closed contours in font units. The y axis points up. */
export type GlyphOutline = readonly (readonly Point[])[];

export type Font = ReturnType<typeof parseFont>;

interface Tables {
  readonly bytes: DataView;
  readonly at: (tag: string) => number;
  readonly longOffsets: boolean;
  readonly metrics: number;
}

const COMPOSITE = {
  wordArguments: 1,
  argumentsAreOffsets: 2,
  scale: 8,
  more: 0x20,
  scaleXY: 0x40,
  matrix: 0x80,
} as const;

/** Thrown if the bytes are not a usable font. The message completes "the font file is unusable: ...". */
export class FontError extends Error {
  override readonly name = 'FontError';
}

/** The number of code points in Unicode. A map with more entries is damaged. */
const MOST_CHARACTERS = 0x11_00_00;
/** The range that the TrueType format allows. */
const UNITS_PER_EM = { least: 16, most: 16_384 };
/** The deepest nesting of composite glyphs. Real fonts have two levels. */
const DEEPEST = 6;
/** The maximum number of points in one glyph with all its parts. Complex glyphs have a few thousand. */
const MOST_POINTS = 16_384;

/**
 * Parses the tables cmap, glyf, head, hhea, hmtx and loca. Throws a FontError if a table is missing, truncated or
 * unreasonably large.
 */
export function parseFont(file: Uint8Array) {
  try {
    return fontOf(file);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new FontError('it is truncated or damaged', { cause });
  }
}

function fontOf(file: Uint8Array) {
  const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const offsets = tableOffsets(bytes);
  const at = (tag: string): number => {
    const offset = offsets.get(tag);
    if (offset === undefined) throw new FontError(`it has no table ${tag}, which outlines need`);
    return offset;
  };
  for (const tag of ['glyf', 'hmtx', 'loca']) bytes.getUint8(at(tag));
  const longOffsets = bytes.getInt16(at('head') + 50) === 1;
  const tables: Tables = { bytes, at, longOffsets, metrics: bytes.getUint16(at('hhea') + 34) };
  const glyphs = characterMap(bytes, at('cmap'));
  const unitsPerEm = bytes.getUint16(at('head') + 18);
  if (unitsPerEm < UNITS_PER_EM.least || unitsPerEm > UNITS_PER_EM.most)
    throw new FontError(`it has ${unitsPerEm} units per em, which no font has`);
  return {
    unitsPerEm,
    /** Returns the glyph of a character, or 0 if the font lacks it. Glyph 0 is a box. */
    glyphOf: (codePoint: number): number => glyphs.get(codePoint) ?? 0,
    advanceOf: (glyph: number): number =>
      orNothing(() => bytes.getUint16(at('hmtx') + 4 * Math.min(glyph, tables.metrics - 1)), 0),
    outlineOf: (glyph: number): GlyphOutline =>
      orNothing(() => outlineOf(tables, glyph, { depth: 0, left: MOST_POINTS }), []),
  };
}

/** Returns `nothing` if a glyph is damaged or contains itself, so that the other glyphs can still be drawn. */
function orNothing<Result>(read: () => Result, nothing: Result): Result {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof FontError) return nothing;
    throw cause;
  }
}

function tableOffsets(bytes: DataView): Map<string, number> {
  const offsets = new Map<string, number>();
  for (let index = 0; index < bytes.getUint16(4); index++) {
    const entry = 12 + 16 * index;
    const tag = [0, 1, 2, 3].map((byte) => String.fromCodePoint(bytes.getUint8(entry + byte))).join('');
    offsets.set(tag, bytes.getUint32(entry + 8));
  }
  return offsets;
}

function characterMap(bytes: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  let left = MOST_CHARACTERS;
  for (let index = 0; index < bytes.getUint16(cmap + 2); index++) {
    const table = cmap + bytes.getUint32(cmap + 4 + 8 * index + 4);
    for (const [code, glyph] of READERS[bytes.getUint16(table)]?.(bytes, table) ?? []) {
      left -= 1;
      if (left < 0) throw new FontError('its map has more characters than there are');
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

/** Yields characters and their glyphs. Glyph 0 counts a run, so that a large number of empty runs is rejected too. */
type CharacterReader = (bytes: DataView, table: number) => Generator<readonly [code: number, glyph: number]>;

/** The readers by the format of a table. */
const READERS: Readonly<Record<number, CharacterReader>> = { 4: readSegments, 12: readGroups };

/** Reads runs of the basic plane, each with a delta or a list of glyphs. */
function* readSegments(bytes: DataView, table: number): ReturnType<CharacterReader> {
  const doubled = bytes.getUint16(table + 6);
  for (let segment = 0; segment < doubled; segment += 2) {
    yield [0, 0];
    const last = bytes.getUint16(table + 14 + segment);
    const first = bytes.getUint16(table + 16 + doubled + segment);
    const delta = bytes.getUint16(table + 16 + 2 * doubled + segment);
    const rangeAt = table + 16 + 3 * doubled + segment;
    const range = bytes.getUint16(rangeAt);
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const raw = range === 0 ? code : bytes.getUint16(rangeAt + range + 2 * (code - first));
      yield [code, raw === 0 ? 0 : (raw + delta) & 0xffff];
    }
  }
}

/** Reads runs of all planes. */
function* readGroups(bytes: DataView, table: number): ReturnType<CharacterReader> {
  for (let group = 0; group < bytes.getUint32(table + 12); group++) {
    yield [0, 0];
    const at = table + 16 + 12 * group;
    const first = bytes.getUint32(at);
    for (let code = first; code <= bytes.getUint32(at + 4); code++)
      yield [code, bytes.getUint32(at + 8) + code - first];
  }
}

/** The nesting depth of a glyph, and the number of points that the outermost glyph may still add. */
interface Allowance {
  readonly depth: number;
  left: number;
}

function outlineOf(tables: Tables, glyph: number, allowance: Allowance): GlyphOutline {
  if (allowance.depth > DEEPEST || allowance.left < 0) throw new FontError('it has a glyph that is made of itself');
  const { bytes, at, longOffsets } = tables;
  const entry = (index: number): number =>
    longOffsets ? bytes.getUint32(at('loca') + 4 * index) : 2 * bytes.getUint16(at('loca') + 2 * index);
  if (entry(glyph) === entry(glyph + 1)) return [];
  const start = at('glyf') + entry(glyph);
  const contours = bytes.getInt16(start);
  if (contours < 0) return compositeOutline(tables, start, allowance);
  const outline = simpleOutline(bytes, start, contours);
  // An empty part counts as one point, because a glyph can have a large number of them.
  allowance.left -= 1 + outline.reduce((sum, contour) => sum + contour.length, 0);
  if (allowance.left < 0) throw new FontError('it has a glyph of more points than any');
  return outline;
}

function simpleOutline(bytes: DataView, start: number, contours: number): GlyphOutline {
  const ends = Array.from({ length: contours }, (_, index) => bytes.getUint16(start + 10 + 2 * index));
  const points = (ends.at(-1) ?? -1) + 1;
  let cursor = start + 10 + 2 * contours;
  cursor += 2 + bytes.getUint16(cursor);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = bytes.getUint8(cursor++);
    const repeats = flag & 8 ? bytes.getUint8(cursor++) : 0;
    for (let copy = 0; copy <= repeats; copy++) flags.push(flag);
  }
  const xs = readCoordinates(bytes, cursor, { flags, short: 2, same: 16 });
  const ys = readCoordinates(bytes, xs.end, { flags, short: 4, same: 32 });
  const all = flags.map((flag, index) => ({
    x: xs.values[index] ?? 0,
    y: ys.values[index] ?? 0,
    onCurve: (flag & 1) === 1,
  }));
  return ends.map((end, index) => all.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
}

function readCoordinates(
  bytes: DataView,
  from: number,
  { flags, short, same }: { flags: readonly number[]; short: number; same: number },
): { values: number[]; end: number } {
  let cursor = from;
  let value = 0;
  const values = flags.map((flag) => {
    if (flag & short) value += (flag & same ? 1 : -1) * bytes.getUint8(cursor++);
    else if (!(flag & same)) {
      value += bytes.getInt16(cursor);
      cursor += 2;
    }
    return value;
  });
  return { values, end: cursor };
}

function compositeOutline(tables: Tables, start: number, allowance: Allowance): GlyphOutline {
  const { bytes } = tables;
  const outline: GlyphOutline[number][] = [];
  let cursor = start + 10;
  for (let more = true; more;) {
    const flags = bytes.getUint16(cursor);
    const within = { depth: allowance.depth + 1, left: allowance.left };
    const part = outlineOf(tables, bytes.getUint16(cursor + 2), within);
    allowance.left = within.left - 1;
    const { matrix, dx, dy, end } = readPlacement(bytes, cursor + 4, flags);
    const [a, b, c, d] = matrix;
    const place = (point: Point): Point => ({
      ...point,
      x: a * point.x + c * point.y + dx,
      y: b * point.x + d * point.y + dy,
    });
    outline.push(...part.map((contour) => contour.map(place)));
    cursor = end;
    more = (flags & COMPOSITE.more) !== 0;
  }
  return outline;
}

function readPlacement(bytes: DataView, at: number, flags: number) {
  const words = (flags & COMPOSITE.wordArguments) !== 0;
  const offsets = (flags & COMPOSITE.argumentsAreOffsets) !== 0;
  const dx = words ? bytes.getInt16(at) : bytes.getInt8(at);
  const dy = words ? bytes.getInt16(at + 2) : bytes.getInt8(at + 1);
  const from = at + (words ? 4 : 2);
  const fraction = (index: number): number => bytes.getInt16(from + 2 * index) / 0x4000;
  const placed = (matrix: readonly [number, number, number, number], length: number) => ({
    matrix,
    dx: offsets ? dx : 0,
    dy: offsets ? dy : 0,
    end: from + length,
  });
  if (flags & COMPOSITE.scale) return placed([fraction(0), 0, 0, fraction(0)], 2);
  if (flags & COMPOSITE.scaleXY) return placed([fraction(0), 0, 0, fraction(1)], 4);
  if (flags & COMPOSITE.matrix) return placed([fraction(0), fraction(1), fraction(2), fraction(3)], 8);
  return placed([1, 0, 0, 1], 0);
}
