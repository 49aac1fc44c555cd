import { expect, test } from 'vitest';

import { createDiskCache } from './disk-cache.ts';
import { createEncoder } from './encoder.ts';

test('of many drawings each has a turn of its own, and others are answered in between', async () => {
  const encoder = createEncoder({
    // Drawing needs neither.
    ffmpeg: { path: '/nowhere/ffmpeg', version: 'none', origin: 'PATH' },
    disk: createDiskCache('/nowhere', 0),
    media: { inspect: () => Promise.reject(new Error('no')), open: () => Promise.reject(new Error('no')) },
    memoryBytes: 1,
    concurrency: 1,
  });
  const seen: string[] = [];
  const draw = (): void => {
    seen.push('drawing');
    setImmediate(() => seen.push('other work'));
  };
  await Promise.all([encoder.draw(draw), encoder.draw(draw), encoder.draw(draw)]);
  expect(seen).toEqual(['drawing', 'other work', 'drawing', 'other work', 'drawing']);
  await encoder.close();
});
