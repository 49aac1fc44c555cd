/**
 * Writes the tune of a URL as an MP3 file: MPEG 1 Layer III, 48 kHz, mono, 128 kbit/s. A note is one line of the spectrum of
 * strength 1, so there is nothing to analyse; a steady tone turns by a quarter per granule, which its sign follows.
 */

import type { Recipe } from '../media-file.ts';
import { HighBitsFirst } from './bits.ts';
import { big32, join } from './chunks.ts';
import { FRAME_SAMPLES, FRAMES_PER_NOTE, melodyOf, SAMPLE_RATE } from './melody.ts';

/** Sync, MPEG 1 Layer III without checksum; 128 kbit/s at 48 kHz without padding; mono; original. */
const HEADER = [0xff, 0xfb, 0x94, 0xc4] as const;
const FRAME_BYTES = 384;
const SIDE_INFO_BYTES = 17;
/** What gapless players cut off at the start, as the format's encoders count it; decoders add 529 of their own. */
const ENCODER_DELAY = 576;
const DECODER_DELAY = 529;
/** Steps of a quarter octave in strength below full scale. */
const GAIN = 210 - 8;
/** Codes of table 1 for a pair of lines of which the first, or the second, has strength 1. */
const PAIR_CODES = [
  { code: 0b01, width: 2 },
  { code: 0b001, width: 3 },
] as const;

/** Describes the MP3 file of a URL: exactly as many samples as the seconds have, once its delay and padding are cut off. */
export function writeMp3(url: string, seconds: number): Recipe {
  const samples = Math.round(seconds * SAMPLE_RATE);
  const frames = Math.ceil((ENCODER_DELAY + samples + DECODER_DELAY) / FRAME_SAMPLES);
  const size = (frames + 1) * FRAME_BYTES;
  const whole = (): Uint8Array => {
    const bytes = new Uint8Array(size);
    bytes.set(infoFrame(frames, frames * FRAME_SAMPLES - ENCODER_DELAY - samples));
    const notes = melodyOf(url).map(framesOf);
    for (let n = 0; n < frames; n++) {
      const note = notes[Math.floor(n / FRAMES_PER_NOTE) % notes.length];
      bytes.set(note?.[n % 2] ?? [], (n + 1) * FRAME_BYTES);
    }
    return bytes;
  };
  // Frames are counted one by one when the length is read, so the head is all of it: half a megabyte for 30 s.
  return { size, head: whole, whole };
}

/** A silent frame that tells players the number of frames, and what to cut off at both ends. */
function infoFrame(frames: number, padding: number): Uint8Array {
  const counts = [...big32(frames), ...big32((frames + 1) * FRAME_BYTES)];
  const gapless = (ENCODER_DELAY << 12) | padding;
  const frame = new Uint8Array(FRAME_BYTES);
  frame.set(HEADER);
  // Decoders heed delay and padding only from encoders that they know by name; this is one that wrote neither more nor less.
  frame.set(join('Info', [0, 0, 0, 3], counts, 'Lavc'), HEADER.length + SIDE_INFO_BYTES);
  frame.set(big32(gapless).slice(1), HEADER.length + SIDE_INFO_BYTES + 16 + 21);
  return frame;
}

/** Two frames, four granules: once around for the sign. */
function framesOf(line: number): readonly Uint8Array[] {
  const turns = line % 2 === 0 ? [0, 1, 1, 0] : [0, 0, 1, 1];
  return [frameOf(line, turns.slice(0, 2)), frameOf(line, turns.slice(2))];
}

function frameOf(line: number, signs: readonly number[]): Uint8Array {
  const out = new HighBitsFirst({ stuffing: false });
  // No bits borrowed from earlier frames (9), none private (5), no scale factors shared (4).
  out.number(0, 9);
  out.number(0, 9);
  for (const _ of signs) writeGranuleInfo(out, line);
  for (const sign of signs) writeSpectrum(out, line, sign);
  const frame = new Uint8Array(FRAME_BYTES);
  frame.set(HEADER);
  frame.set(out.end(0), HEADER.length);
  return frame;
}

function pairOf(line: number) {
  return { before: line >> 1, ...PAIR_CODES[line % 2 === 0 ? 0 : 1] };
}

function writeGranuleInfo(out: HighBitsFirst, line: number): void {
  const { before, width } = pairOf(line);
  out.number(before + width + 1, 12);
  out.number(before + 1, 9);
  out.number(GAIN, 8);
  // No scale factors (4), a long block (1).
  out.number(0, 5);
  // Code table 1 for each of the three regions, whose borders (4 and 3) then do not matter.
  for (let region = 0; region < 3; region++) out.number(1, 5);
  out.number(0, 7);
  // Neither emphasis, nor coarse scale factors, nor the second table for what follows: nothing does.
  out.number(0, 3);
}

/** Pairs of silent lines take one bit each, then comes the line that sounds and its sign; all above is silent. */
function writeSpectrum(out: HighBitsFirst, line: number, sign: number): void {
  const { before, code, width } = pairOf(line);
  for (let pair = 0; pair < before; pair++) out.number(1, 1);
  out.number(code, width);
  out.number(sign, 1);
}
