/** Reads glyph outlines from a TrueType file, so that text becomes pixels in process and never part of a command. */

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
}

/** Closed outlines in font units, y upwards. */
export type GlyphOutline = readonly (readonly Point[])[];

export interface Font {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  /** 0, the box for unknown characters, when the font has no such glyph. */
  glyphOf(codePoint: number): number;
  advanceOf(glyph: number): number;
  outlineOf(glyph: number): GlyphOutline;
}

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

/** Parses the tables that outlines need: cmap, glyf, head, hhea, hmtx and loca. */
export function parseFont(file: Uint8Array): Font {
  const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const offsets = tableOffsets(bytes);
  const at = (tag: string): number => {
    const offset = offsets.get(tag);
    if (offset === undefined) throw new Error(`The font has no ${tag} table`);
    return offset;
  };
  const longOffsets = bytes.getInt16(at('head') + 50) === 1;
  const tables: Tables = { bytes, at, longOffsets, metrics: bytes.getUint16(at('hhea') + 34) };
  const glyphs = characterMap(bytes, at('cmap'));
  return {
    unitsPerEm: bytes.getUint16(at('head') + 18),
    ascent: bytes.getInt16(at('hhea') + 4),
    descent: bytes.getInt16(at('hhea') + 6),
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? 0,
    advanceOf: (glyph) => bytes.getUint16(at('hmtx') + 4 * Math.min(glyph, tables.metrics - 1)),
    outlineOf: (glyph) => outlineOf(tables, glyph),
  };
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
  for (let index = 0; index < bytes.getUint16(cmap + 2); index++) {
    const table = cmap + bytes.getUint32(cmap + 4 + 8 * index + 4);
    const format = bytes.getUint16(table);
    if (format === 4) readSegments(bytes, table, glyphs);
    if (format === 12) readGroups(bytes, table, glyphs);
  }
  return glyphs;
}

/** cmap format 4: runs of the basic plane, each with a delta or a list of glyphs. */
function readSegments(bytes: DataView, table: number, glyphs: Map<number, number>): void {
  const doubled = bytes.getUint16(table + 6);
  for (let segment = 0; segment < doubled; segment += 2) {
    const last = bytes.getUint16(table + 14 + segment);
    const first = bytes.getUint16(table + 16 + doubled + segment);
    const delta = bytes.getUint16(table + 16 + 2 * doubled + segment);
    const rangeAt = table + 16 + 3 * doubled + segment;
    const range = bytes.getUint16(rangeAt);
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const raw = range === 0 ? code : bytes.getUint16(rangeAt + range + 2 * (code - first));
      if (raw !== 0) glyphs.set(code, (raw + delta) & 0xffff);
    }
  }
}

/** cmap format 12: runs over all planes. */
function readGroups(bytes: DataView, table: number, glyphs: Map<number, number>): void {
  for (let group = 0; group < bytes.getUint32(table + 12); group++) {
    const at = table + 16 + 12 * group;
    const first = bytes.getUint32(at);
    for (let code = first; code <= bytes.getUint32(at + 4); code++)
      glyphs.set(code, bytes.getUint32(at + 8) + code - first);
  }
}

function outlineOf(tables: Tables, glyph: number): GlyphOutline {
  const { bytes, at, longOffsets } = tables;
  const entry = (index: number): number =>
    longOffsets ? bytes.getUint32(at('loca') + 4 * index) : 2 * bytes.getUint16(at('loca') + 2 * index);
  if (entry(glyph) === entry(glyph + 1)) return [];
  const start = at('glyf') + entry(glyph);
  const contours = bytes.getInt16(start);
  return contours >= 0 ? simpleOutline(bytes, start, contours) : compositeOutline(tables, start);
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

interface CoordinateFlags {
  readonly flags: readonly number[];
  readonly short: number;
  readonly same: number;
}

function readCoordinates(
  bytes: DataView,
  from: number,
  { flags, short, same }: CoordinateFlags,
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

function compositeOutline(tables: Tables, start: number): GlyphOutline {
  const { bytes } = tables;
  const outline: GlyphOutline[number][] = [];
  let cursor = start + 10;
  for (let more = true; more;) {
    const flags = bytes.getUint16(cursor);
    const part = outlineOf(tables, bytes.getUint16(cursor + 2));
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

interface Placement {
  readonly matrix: readonly [number, number, number, number];
  readonly dx: number;
  readonly dy: number;
  readonly end: number;
}

function readPlacement(bytes: DataView, at: number, flags: number): Placement {
  const words = (flags & COMPOSITE.wordArguments) !== 0;
  const offsets = (flags & COMPOSITE.argumentsAreOffsets) !== 0;
  const dx = words ? bytes.getInt16(at) : bytes.getInt8(at);
  const dy = words ? bytes.getInt16(at + 2) : bytes.getInt8(at + 1);
  const from = at + (words ? 4 : 2);
  const fraction = (index: number): number => bytes.getInt16(from + 2 * index) / 0x4000;
  const shift = { dx: offsets ? dx : 0, dy: offsets ? dy : 0 };
  if (flags & COMPOSITE.scale) return { ...shift, matrix: [fraction(0), 0, 0, fraction(0)], end: from + 2 };
  if (flags & COMPOSITE.scaleXY) return { ...shift, matrix: [fraction(0), 0, 0, fraction(1)], end: from + 4 };
  if (flags & COMPOSITE.matrix)
    return { ...shift, matrix: [fraction(0), fraction(1), fraction(2), fraction(3)], end: from + 8 };
  return { ...shift, matrix: [1, 0, 0, 1], end: from };
}
