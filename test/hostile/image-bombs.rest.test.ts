/** Small image files that would take gigabytes to decode. */

import { crc32, deflateSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { MediaLibrary } from '../../emulator/domain/ports.ts';
import { allBinaries, planFor, rendererFor } from '../render/support/renderer-for-tests.ts';

const [binary] = await allBinaries();
if (binary === undefined) throw new Error('These tests need an ffmpeg');

function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function header(width: number, height: number): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content[8] = 8;
  return chunk('IHDR', content);
}

function png(...chunks: readonly Buffer[]): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([signature, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

const rows = (width: number, height: number): Buffer => chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height)));

/** A color profile of 450 MB in under half a megabyte. */
function profile(): Buffer {
  return chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(450_000_000), { level: 9 })]));
}

function mediaOf(bytes: Buffer): MediaLibrary {
  const digest = createHash('sha256').update(bytes).digest('hex');
  return {
    inspect: () => Promise.reject(new Error('Rendering never judges files')),
    open: async () => ({ kind: 'file', digest: async () => digest, bytes: async () => bytes }),
  };
}

describe('an image that would take gigabytes to decode', () => {
  test.each([
    ['a color profile that unpacks to 450 MB', () => png(header(640, 480), profile(), rows(640, 480))],
    ['16,000 by 16,000 pixels, whatever was judged', () => png(header(16_000, 16_000), rows(16_000, 100))],
  ])('is refused by the decoder: %s', async (_, make) => {
    const renderer = await rendererFor(binary, { media: mediaOf(make()) });
    const plan = planFor({ workflow: 'image', images: [{ url: 'https://a.example/x.png', handles: [] }] });
    await expect(renderer.render(plan)).rejects.toMatchObject({ code: 'input_unreadable' });
  });

  test('an ordinary one is not', async () => {
    const renderer = await rendererFor(binary, { media: mediaOf(png(header(6000, 2400), rows(6000, 2400))) });
    const plan = planFor({ workflow: 'image', images: [{ url: 'https://a.example/x.png', handles: [] }] });
    expect((await renderer.render(plan)).size).toBeGreaterThan(0);
  });
});
