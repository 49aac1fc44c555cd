/** Lengths of sounds: by the header and the samples of WAV, and by the frames of MP3, as decoders have them. */
import { assert, asyncProperty, integer, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaFile } from './media-file.ts';
import { probeSound } from './probe-sound.ts';
import { decode, encode, findFfmpegs, NO_FFMPEG } from '../../test/support/inputs/ffmpegs.ts';
import { silentWav } from '../../test/support/inputs/real-files.ts';

const ffmpegs = findFfmpegs();

function fileOf(bytes: Uint8Array): MediaFile {
  const read = async (from: number, length: number): Promise<Uint8Array> => bytes.subarray(from, from + length);
  return { size: bytes.length, stamp: '', read, digest: async () => '' };
}

async function secondsOf(bytes: Uint8Array): Promise<number | undefined> {
  const facts = await probeSound(fileOf(bytes));
  return facts?.kind === 'audio' ? facts.seconds : undefined;
}

describe('a WAV', () => {
  it('is as long as its header says', async () => {
    expect(await probeSound(fileOf(silentWav(2)))).toEqual({ kind: 'audio', type: 'wav', bytes: 32_044, seconds: 2 });
    expect(await secondsOf(silentWav(3, 16_000))).toBe(1);
  });

  it('is as long as what is there when the header says more, or could not know', async () => {
    for (const claimed of [99_999, 0, 0xffff_ffff]) expect(await secondsOf(silentWav(2, claimed))).toBeCloseTo(2, 1);
  });
});

describe('an MP3', () => {
  it.for([
    { name: 'constant rate', args: ['-b:a', '128k'] },
    { name: 'variable rate, stereo', args: ['-q:a', '4', '-ac', '2'] },
    { name: 'MPEG 2', args: ['-ar', '22050', '-b:a', '48k'] },
    // The encoder's padding is counted, which at 8 kHz is up to 0.2 s.
    { name: 'MPEG 2.5', args: ['-ar', '8000', '-b:a', '16k'], within: 0.2 },
    { name: 'no Xing header', args: ['-write_xing', '0', '-id3v2_version', '0'] },
    { name: 'variable rate without a Xing header', args: ['-q:a', '4', '-write_xing', '0'] },
    { name: 'both ID3 tags', args: ['-write_id3v1', '1', '-metadata', 'title=A tune'] },
  ])('is as long as a decoder has it: $name', async ({ args, within = 0.1 }, { skip }) => {
    skip(ffmpegs.length === 0, NO_FFMPEG);
    for (const ffmpeg of ffmpegs) {
      const source = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3.21:sample_rate=48000'];
      const file = encode(ffmpeg, [...source, ...args], 'mp3');
      const decoded = decode(ffmpeg, file, ['-f', 's16le', '-ac', '1', '-ar', '48000']).length / 2 / 48_000;
      // The tolerance of the file rules.
      expect(Math.abs(((await secondsOf(file)) ?? 0) - decoded), `in ${ffmpeg.version}`).toBeLessThan(within);
    }
  });

  it('of hours is too long without a count of all its frames', async ({ skip }) => {
    const [ffmpeg] = ffmpegs;
    if (ffmpeg === undefined) return skip(NO_FFMPEG);
    const short = encode(
      ffmpeg,
      '-f lavfi -i sine=d=20 -ar 8000 -b:a 8k -write_xing 0 -id3v2_version 0'.split(' '),
      'mp3',
    );
    const counted: number[] = [];
    const long = fileOf(Buffer.concat(Array.from({ length: 500 }, () => short)));
    const read: MediaFile['read'] = (from, length) => {
      counted.push(length);
      return long.read(from, length);
    };
    const facts = await probeSound({ ...long, read });
    expect(facts?.kind === 'audio' && facts.seconds).toBeGreaterThan(60);
    expect(counted.reduce((sum, length) => sum + length)).toBeLessThan(long.size / 2);
  });
});

describe('what is neither', () => {
  it('is none: text, silence, nothing', async () => {
    for (const bytes of [Buffer.from('ID3 text'), Buffer.alloc(9999), Buffer.alloc(0)]) {
      expect(await probeSound(fileOf(bytes))).toBeUndefined();
    }
  });

  it('is looked for in any bytes, and in damaged files, without a throw', async () => {
    const tune = silentWav(2);
    const any = uint8Array({ maxLength: 3000 });
    for (const bytes of [
      any,
      integer({ min: 0, max: 60 }).map((at) => tune.map((byte, index) => (index === at ? byte ^ 255 : byte))),
    ]) {
      await assert(
        asyncProperty(bytes, async (damaged) => {
          await probeSound(fileOf(damaged));
        }),
        { numRuns: 60 },
      );
    }
  });

  it('a file that cannot be read differs from a bad file', async () => {
    const read = () => Promise.reject(new Error('EIO'));
    await expect(probeSound({ ...fileOf(Buffer.alloc(99)), read })).rejects.toThrow('EIO');
  });
});
