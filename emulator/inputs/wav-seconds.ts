/** Length of a WAV file by its samples: the `fmt ` chunk says how wide they are, the `data` chunk how many. */

import { ascii, viewOf } from './ascii.ts';

interface Format {
  readonly tag: number;
  readonly sampleRate: number;
  readonly bytesPerSecond: number;
  readonly blockAlign: number;
}

interface Chunks {
  readonly format?: Format;
  /** Samples as the `fact` chunk counts them: needed for compressed sound only. */
  readonly counted?: number;
  readonly dataBytes?: number;
}

const EXTENSIBLE = 0xfffe;
/** PCM, float, A-law, mu-law: each sample has its own bytes. */
const PLAIN_TAGS: ReadonlySet<number> = new Set([1, 3, 6, 7]);

/** True for a RIFF file that says WAVE, readable or not. */
export function isWav(bytes: Uint8Array): boolean {
  return ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WAVE';
}

/** Reads the length from the beginning of a WAV file whose whole length in bytes is `size`; undefined when it tells none. */
export function wavSeconds(head: Uint8Array, size: number): number | undefined {
  const { format, counted, dataBytes } = readChunks(head, size);
  if (format === undefined || dataBytes === undefined || format.sampleRate === 0) return undefined;
  if (PLAIN_TAGS.has(format.tag) && format.blockAlign > 0) {
    return Math.floor(dataBytes / format.blockAlign) / format.sampleRate;
  }
  if (counted !== undefined) return counted / format.sampleRate;
  return format.bytesPerSecond > 0 ? dataBytes / format.bytesPerSecond : undefined;
}

function readChunks(head: Uint8Array, size: number): Chunks {
  const view = viewOf(head);
  let found: Chunks = {};
  let at = 12;
  while (at + 8 <= head.length) {
    const name = ascii(head, at, 4);
    const length = view.getUint32(at + 4, true);
    if (name === 'data') return { ...found, dataBytes: dataLength(length, size - at - 8) };
    if (name === 'fmt ' && at + 24 <= head.length) found = { ...found, format: readFormat(view, at + 8, length) };
    if (name === 'fact' && at + 12 <= head.length) found = { ...found, counted: view.getUint32(at + 8, true) };
    at += 8 + length + (length & 1);
  }
  return found;
}

/** A writer that could not seek back leaves 0 or 0xFFFFFFFF, a cut file promises too much: what is there counts. */
function dataLength(promised: number, present: number): number {
  return promised === 0 ? present : Math.min(promised, present);
}

function readFormat(view: DataView, at: number, length: number): Format {
  const tag = view.getUint16(at, true);
  const extended = tag === EXTENSIBLE && length >= 26 && at + 26 <= view.byteLength;
  return {
    tag: extended ? view.getUint16(at + 24, true) : tag,
    sampleRate: view.getUint32(at + 4, true),
    bytesPerSecond: view.getUint32(at + 8, true),
    blockAlign: view.getUint16(at + 12, true),
  };
}
