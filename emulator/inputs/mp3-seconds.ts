/** Length of an MP3 file by its decoded samples: walks the frames, past tags, and takes off the padding that the encoder noted. */

import { ascii, viewOf } from './ascii.ts';
import { readMp3Frame, type Mp3Frame } from './mp3-frame.ts';

/** Decoders look this far into a file for its first frame. */
const SEARCH_BYTES = 64 * 1024;
/** A, I and T: a search asks for tags at each byte, so that one comparison must do. */
const TAG_INITIALS: ReadonlySet<number | undefined> = new Set([0x41, 0x49, 0x54]);

/** Reads the length; undefined when the bytes are no MP3. */
export function mp3Seconds(bytes: Uint8Array): number | undefined {
  const start = findFirstFrame(bytes, skipTags(bytes, 0));
  const first = start === undefined ? undefined : readMp3Frame(bytes, start);
  if (start === undefined || first === undefined) return undefined;
  const info = readInfo(bytes, start, first);
  const samples = countSamples(bytes, info === undefined ? start : start + first.length, first.family);
  return Math.max(0, samples - (info?.padding ?? 0)) / first.sampleRate;
}

/** One frame alone may be chance; a second of the same family right behind it, or the end of the file, is not. */
function findFirstFrame(bytes: Uint8Array, from: number): number | undefined {
  const end = Math.min(bytes.length - 4, from + SEARCH_BYTES);
  for (let at = from; at <= end; at++) {
    const frame = readMp3Frame(bytes, at);
    if (frame === undefined) continue;
    const next = at + frame.length;
    if (next === bytes.length || readMp3Frame(bytes, next)?.family === frame.family) return at;
  }
  return undefined;
}

function countSamples(bytes: Uint8Array, from: number, family: number): number {
  let samples = 0;
  let at = from;
  while (at + 4 <= bytes.length) {
    const frame = readMp3Frame(bytes, at);
    if (frame !== undefined && frame.family === family) {
      // A last frame that is cut short does not decode.
      if (at + frame.length <= bytes.length) samples += frame.samples;
      at += frame.length;
    } else {
      at = Math.max(at + 1, skipTags(bytes, at));
    }
  }
  return samples;
}

/** Steps over the ID3v2, APE and ID3v1 tags at a position. Their text may hold bytes that look like frames. */
function skipTags(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const length = tagLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
}

function tagLength(bytes: Uint8Array, at: number): number {
  if (!TAG_INITIALS.has(bytes[at])) return 0;
  const mark = ascii(bytes, at, 8);
  if (mark === 'APETAGEX' && at + 32 <= bytes.length) return 32 + viewOf(bytes).getUint32(at + 12, true);
  if (mark.startsWith('TAG')) return 128;
  if (!mark.startsWith('ID3') || at + 10 > bytes.length) return 0;
  const [flags = 0, a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 5, at + 10);
  const footer = (flags & 0x10) === 0 ? 0 : 10;
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127) + footer;
}

/** A first frame that holds a Xing, Info or VBRI mark is no sound; behind Xing and Info stands what gapless players cut off. */
function readInfo(bytes: Uint8Array, start: number, frame: Mp3Frame): { padding: number } | undefined {
  if (ascii(bytes, start + 36, 4) === 'VBRI') return { padding: 0 };
  const at = start + frame.tagOffset;
  const mark = ascii(bytes, at, 4);
  if (mark !== 'Xing' && mark !== 'Info') return undefined;
  return { padding: readGapless(bytes, at) };
}

function readGapless(bytes: Uint8Array, at: number): number {
  const flags = bytes[at + 7] ?? 0;
  const [frames, length, seekTable, quality] = [1, 2, 4, 8].map((bit) => (flags & bit) !== 0);
  const tag = at + 8 + (frames ? 4 : 0) + (length ? 4 : 0) + (seekTable ? 100 : 0) + (quality ? 4 : 0);
  // The encoders whose note decoders trust.
  if (!['LAME', 'Lavf', 'Lavc'].includes(ascii(bytes, tag, 4))) return 0;
  const [high = 0, middle = 0, low = 0] = bytes.subarray(tag + 21, tag + 24);
  const delay = (high << 4) | (middle >> 4);
  return delay + (((middle & 15) << 8) | low);
}
