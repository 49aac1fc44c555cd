/** Writes the tune of a URL as a WAV file: 48 kHz, mono, 16 bits. */

import type { Recipe } from '../media-file.ts';
import { join, little16, little32 } from './chunks.ts';
import { FRAME_SAMPLES, FRAMES_PER_NOTE, melodyOf, pitchOf, SAMPLE_RATE } from './melody.ts';

const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
const LOUDNESS = 0.25 * 0x7fff;
const NOTE_SAMPLES = FRAMES_PER_NOTE * FRAME_SAMPLES;
const FADE_SAMPLES = 480;

/** Describes the WAV file of a URL; `size`, where given, is reached with a padding chunk behind the sound. */
export function writeWav(url: string, seconds: number, size?: number): Recipe {
  const dataBytes = Math.round(seconds * SAMPLE_RATE) * BYTES_PER_SAMPLE;
  const whole = size ?? HEADER_BYTES + dataBytes;
  const head = join('RIFF', little32(whole - 8), 'WAVEfmt ', little32(16), format(), 'data', little32(dataBytes));
  return {
    size: whole,
    head: () => head,
    whole: () => {
      const bytes = new Uint8Array(whole);
      bytes.set(head);
      fill(bytes.subarray(HEADER_BYTES, HEADER_BYTES + dataBytes), tuneOf(url));
      const rest = whole - HEADER_BYTES - dataBytes - 8;
      if (rest >= 0) bytes.set(join('JUNK', little32(rest)), HEADER_BYTES + dataBytes);
      return bytes;
    },
  };
}

function format(): readonly number[] {
  const bytesPerSecond = little32(SAMPLE_RATE * BYTES_PER_SAMPLE);
  return [...little16(1), ...little16(1), ...little32(SAMPLE_RATE), ...bytesPerSecond, ...little16(2), ...little16(16)];
}

/** Once through the tune. */
function tuneOf(url: string): Uint8Array {
  const notes = melodyOf(url);
  const view = new DataView(new ArrayBuffer(notes.length * NOTE_SAMPLES * BYTES_PER_SAMPLE));
  notes.forEach((line, note) => {
    const step = (2 * Math.PI * pitchOf(line)) / SAMPLE_RATE;
    for (let n = 0; n < NOTE_SAMPLES; n++) {
      const fade = Math.min(1, n / FADE_SAMPLES, (NOTE_SAMPLES - n) / FADE_SAMPLES);
      const at = (note * NOTE_SAMPLES + n) * BYTES_PER_SAMPLE;
      view.setInt16(at, Math.round(LOUDNESS * fade * Math.sin(n * step)), true);
    }
  });
  return new Uint8Array(view.buffer);
}

function fill(target: Uint8Array, pattern: Uint8Array): void {
  for (let at = 0; at < target.length; at += pattern.length) {
    target.set(pattern.subarray(0, Math.min(pattern.length, target.length - at)), at);
  }
}
