/** Written sounds last exactly as long as they say, in other people's decoders too, and sound the notes of their URL. */
import { describe, expect, it } from 'vitest';
import { readFacts } from '../probe-file.ts';
import { decode, findFfmpegs, NO_FFMPEG } from '../testing/ffmpegs.ts';
import { FRAME_SAMPLES, FRAMES_PER_NOTE, LINES, melodyOf, pitchOf, SAMPLE_RATE } from './melody.ts';
import { writeMp3 } from './write-mp3.ts';
import { writeWav } from './write-wav.ts';

const ffmpegs = findFfmpegs();
const URL_HERE = 'https://media.standin.test/audio/tune';
const NOTE_SAMPLES = FRAMES_PER_NOTE * FRAME_SAMPLES;

describe.each([
  { type: 'wav', write: (url: string, seconds: number) => writeWav(url, seconds) },
  { type: 'mp3', write: writeMp3 },
] as const)('a written $type', ({ type, write }) => {
  it.each([0, 0.001, 1, 1.9, 2.5, 30, 30.1, 31])('of %f s tells that length by its head', (seconds) => {
    const recipe = write(URL_HERE, seconds);
    const whole = recipe.whole();
    expect(whole.length).toBe(recipe.size);
    expect(readFacts('audio', recipe.head(), recipe.size)).toEqual({
      kind: 'audio',
      type,
      bytes: recipe.size,
      seconds,
    });
    expect(readFacts('audio', whole, whole.length)).toMatchObject({ type, seconds });
  });

  it('is the same each time, and another for another URL', () => {
    const [once, again, other] = [URL_HERE, URL_HERE, `${URL_HERE}?b`].map((url) => Buffer.from(write(url, 3).whole()));
    expect(once?.equals(again ?? Buffer.alloc(0))).toBe(true);
    expect(once?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  it('decodes to the sample in every ffmpeg found here', ({ skip }) => {
    skip(ffmpegs.length === 0, NO_FFMPEG);
    for (const ffmpeg of ffmpegs) {
      for (const seconds of [1, 2.5, 30]) {
        const pcm = decode(ffmpeg, write(URL_HERE, seconds).whole(), ['-f', 's16le']);
        expect(pcm.length / 2, `in ${ffmpeg.version}`).toBe(seconds * SAMPLE_RATE);
      }
    }
  });

  it('sounds the notes of its URL, audibly, in every ffmpeg found here', ({ skip }) => {
    skip(ffmpegs.length === 0, NO_FFMPEG);
    for (const ffmpeg of ffmpegs) {
      const samples = toSamples(decode(ffmpeg, write(URL_HERE, 2).whole(), ['-f', 's16le']));
      melodyOf(URL_HERE).forEach((line, note) => {
        const middle = samples.subarray(note * NOTE_SAMPLES + 2400, (note + 1) * NOTE_SAMPLES - 2400);
        const loudest = Math.max(...middle.map(Math.abs));
        expect(loudest).toBeGreaterThan(6000);
        expect(loudest).toBeLessThan(12_000);
        const strengths = LINES.map((other) => strengthAt(middle, pitchOf(other)));
        expect(LINES[strengths.indexOf(Math.max(...strengths))]).toBe(line);
      });
    }
  });
});

describe('a WAV file with a size of its own', () => {
  it('keeps its length and gains a chunk behind the sound', () => {
    const recipe = writeWav(URL_HERE, 5, 16_000_000);
    expect(recipe.whole().length).toBe(16_000_000);
    expect(readFacts('audio', recipe.head(), recipe.size)).toMatchObject({ seconds: 5, bytes: 16_000_000 });
  });
});

function toSamples(pcm: Buffer): Float64Array {
  return Float64Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2));
}

/** How strongly a pitch is in the samples: one line of a windowed Fourier sum. */
function strengthAt(samples: Float64Array, hertz: number): number {
  let [re, im] = [0, 0];
  samples.forEach((sample, at) => {
    const windowed = sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / samples.length));
    const angle = (2 * Math.PI * hertz * at) / SAMPLE_RATE;
    re += windowed * Math.cos(angle);
    im += windowed * Math.sin(angle);
  });
  return Math.hypot(re, im);
}
