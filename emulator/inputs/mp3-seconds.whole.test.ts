/** MP3 length by decoded samples: tags skipped, padding taken off, and as many samples as a decoder gives. */
import { assert, integer, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeMp3 } from './make/write-mp3.ts';
import { decode, encode, findFfmpegs, NO_FFMPEG } from './testing/ffmpegs.ts';
import { mp3Seconds } from './mp3-seconds.ts';

const FRAME_BYTES = 384;
const tune = Buffer.from(writeMp3('https://a.example/tune', 3).whole());
const frames = tune.subarray(FRAME_BYTES);
const secondsOf = (count: number) => (count * 1152) / 48_000;
const ffmpegs = findFfmpegs();

describe('the length of an MP3', () => {
  it('is that of its frames when no encoder noted its padding', () => {
    expect(mp3Seconds(frames)).toBe(secondsOf(frames.length / FRAME_BYTES));
  });

  it('is counted from the frames that are there, not from the number that a header claims', () => {
    const cut = tune.subarray(0, 11 * FRAME_BYTES);
    expect(mp3Seconds(cut)).toBeLessThan(secondsOf(10));
    expect(mp3Seconds(cut)).toBeGreaterThan(secondsOf(7));
  });

  it('leaves out a last frame that is cut short', () => {
    expect(mp3Seconds(frames.subarray(0, 10 * FRAME_BYTES - 1))).toBe(secondsOf(9));
  });

  it('is not changed by ID3 and APE tags, even when they hold what looks like frames', () => {
    const likeFrames = frames.subarray(0, 4 * FRAME_BYTES);
    const id3 = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 12, 0]), likeFrames]);
    const ape = Buffer.concat([Buffer.from('APETAGEX'), Buffer.alloc(24), likeFrames]);
    ape.writeUInt32LE(likeFrames.length, 12);
    const old = Buffer.alloc(128, 0xff);
    old.write('TAG');
    for (const file of [
      [id3, tune],
      [id3, id3, tune, ape, old],
      [tune, old],
      [ape, tune],
    ]) {
      expect(mp3Seconds(Buffer.concat(file))).toBe(3);
    }
  });

  it('goes on behind damage in the middle', () => {
    const damaged = Buffer.concat([frames.subarray(0, 5 * FRAME_BYTES), Buffer.alloc(1000, 7), frames]);
    expect(mp3Seconds(damaged)).toBe(secondsOf(5 + frames.length / FRAME_BYTES));
  });

  it('is none for text, silence, a lone sync word and layer II', () => {
    const layer2 = Buffer.from(frames);
    for (let at = 1; at < layer2.length; at += FRAME_BYTES) layer2[at] = 0xfd;
    for (const bytes of [Buffer.from('ID3 text'), Buffer.alloc(9999), Buffer.from([255, 251, 148, 196, 0]), layer2]) {
      expect(mp3Seconds(bytes)).toBeUndefined();
    }
  });

  it('is read from any bytes without a throw', () => {
    assert(
      property(uint8Array({ maxLength: 3000 }), (bytes) => {
        expect(() => mp3Seconds(bytes)).not.toThrow();
      }),
    );
    const spot = integer({ min: 0, max: tune.length - 1 });
    assert(
      property(spot, integer({ min: 0, max: 255 }), spot, (at, byte, end) => {
        const changed = Buffer.from(tune.subarray(0, end));
        if (at < end) changed[at] = byte;
        expect(() => mp3Seconds(changed)).not.toThrow();
      }),
    );
  });

  it.for([
    { name: 'constant rate', args: ['-b:a', '128k'] },
    { name: 'variable rate, stereo', args: ['-q:a', '4', '-ac', '2'] },
    { name: 'MPEG 2', args: ['-ar', '22050', '-b:a', '48k'] },
    { name: 'MPEG 2.5', args: ['-ar', '8000', '-b:a', '16k'] },
    { name: 'no Xing header', args: ['-write_xing', '0', '-id3v2_version', '0'] },
    { name: 'both ID3 tags', args: ['-write_id3v1', '1', '-metadata', 'title=A tune'] },
  ])('is what a decoder gives: $name', ({ args }, { skip }) => {
    skip(ffmpegs.length === 0, NO_FFMPEG);
    for (const ffmpeg of ffmpegs) {
      const source = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3.21:sample_rate=48000'];
      const file = encode(ffmpeg, [...source, ...args], 'mp3');
      const decoded = decode(ffmpeg, file, ['-f', 's16le', '-ac', '1', '-ar', '48000']).length / 2 / 48_000;
      // Less than the tolerance of the file rules: decoders differ in what they do to the last frame.
      expect(Math.abs((mp3Seconds(file) ?? 0) - decoded), `in ${ffmpeg.version}`).toBeLessThan(0.05);
    }
  });
});
