/** Images are known by their first bytes, in each form that the three formats have. */
import { assert, constantFrom, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { big16, join, little16, little32 } from '../../test/support/inputs/chunks.ts';
import { encode, findFfmpegs, NO_FFMPEG } from '../../test/support/inputs/ffmpegs.ts';
import { readImage } from './probe-image.ts';

const ffmpegs = findFfmpegs();
const frame = (marker: number, width: number, height: number) =>
  join([0xff, marker, 0, 17, 8], big16(height), big16(width), new Uint8Array(10));
const riff = (form: string, content: readonly number[]) =>
  join('RIFF', little32(99), 'WEBP', form, little32(content.length), content, new Uint8Array(9));

describe('a JPEG', () => {
  it.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xcf])('with frame header %i tells its shape', (marker) => {
    expect(readImage(join([0xff, 0xd8], frame(marker, 640, 480)))).toEqual({ type: 'jpeg', width: 640, height: 480 });
  });

  it('tells its shape behind large metadata, a thumbnail in it, tables and fill bytes', () => {
    const thumbnail = join([0xff, 0xe1], big16(60_002), frame(0xc0, 160, 120), new Uint8Array(60_000 - 19));
    const tables = join([0xff, 0xc4], big16(4), [0, 0], [0xff, 0xff, 0xff]);
    const file = join([0xff, 0xd8], thumbnail, thumbnail, tables, frame(0xc2, 700, 500).subarray(1));
    expect(readImage(file)).toEqual({ type: 'jpeg', width: 700, height: 500 });
  });

  it('without a frame header before its scan, or with an empty one, is none', () => {
    expect(readImage(join([0xff, 0xd8, 0xff, 0xda], big16(12), frame(0xc0, 9, 9)))).toBeUndefined();
    expect(readImage(join([0xff, 0xd8], frame(0xc0, 640, 0)))).toBeUndefined();
  });
});

describe('a WebP', () => {
  it('tells its shape in the lossy, the lossless and the extended form', () => {
    const lossy = riff('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...little16(640 + 0x4000), ...little16(480)]);
    const lossless = riff('VP8L', [0x2f, ...little32(639 + 479 * 0x4000 + 2 ** 28)]);
    const extended = riff('VP8X', [0x10, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0]);
    for (const file of [lossy, lossless, extended]) {
      expect(readImage(file)).toEqual({ type: 'webp', width: 640, height: 480 });
    }
  });

  it('of an unknown form is none', () => {
    expect(readImage(riff('VP9 ', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))).toBeUndefined();
  });
});

describe('an image', () => {
  it('is known by content: text, sound and other formats are none', () => {
    for (const content of ['hello', 'GIF89a', 'BM', 'RIFF0000WAVEfmt ', '<svg/>', '']) {
      expect(readImage(join(content, new Uint8Array(40)))).toBeUndefined();
    }
  });

  it('is looked for in any bytes without a throw', () => {
    const start = constantFrom(
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8',
      'RIFF1234WEBPVP8 ',
      'RIFF1234WEBPVP8L',
      'RIFF1234WEBPVP8X',
      '',
    );
    const rest = uint8Array({ maxLength: 60 });
    assert(
      property(start, rest, (mark, any) => {
        expect(() => readImage(join(mark, any))).not.toThrow();
      }),
    );
  });

  it.for(['jpg', 'png'])('that ffmpeg writes as %s tells its shape', (ending, { skip }) => {
    skip(ffmpegs.length === 0, NO_FFMPEG);
    for (const ffmpeg of ffmpegs) {
      const file = encode(ffmpeg, ['-f', 'lavfi', '-i', 'testsrc=size=642x480', '-frames:v', '1'], ending);
      expect(readImage(file), `in ${ffmpeg.version}`).toMatchObject({ width: 642, height: 480 });
    }
  });
});
