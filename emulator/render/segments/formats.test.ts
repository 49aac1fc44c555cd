/** Input files are taken for what their first bytes say, and for nothing else. */

import { expect, test } from 'vitest';

import { audioFormat, imageFormat } from './formats.ts';

test.each([
  ['png_pipe', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg_pipe', [0xff, 0xd8, 0xff, 0xe0]],
  ['webp_pipe', [...Buffer.from('RIFF1234WEBP')]],
])('%s is known by its first bytes', (format, bytes) => {
  const options = imageFormat(Uint8Array.from(bytes));
  expect(options.slice(0, 4)).toEqual(['-threads', '1', '-max_pixels', '37552384']);
  expect(options.slice(4, 6)).toEqual(['-f', format]);
});

test('a playlist that calls itself a picture is refused', () => {
  expect(() => imageFormat(Buffer.from('#EXTM3U\nfile:///etc/passwd'))).toThrow(
    expect.objectContaining({ code: 'input_unreadable' }),
  );
});

test('sound that is not WAV is read as MP3', () => {
  expect(audioFormat(Buffer.from('RIFF1234WAVE'))).toEqual(['-f', 'wav']);
  expect(audioFormat(Buffer.from('ffconcat version 1.0'))).toEqual(['-f', 'mp3']);
});
