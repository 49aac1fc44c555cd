import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decoded } from './decoded.ts';

const plain = Buffer.from('{"error":{}}');

test.each([
  ['gzip', gzipSync(plain)],
  ['X-Gzip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['identity', plain],
])('JSON in %s is read as JSON', (coding, bytes) => {
  expect(decoded(bytes, 'application/json; charset=utf-8', coding).toString()).toBe('{"error":{}}');
});

test('a clip, an unknown coding, and bytes that are not in their coding stay as they came', () => {
  const bytes = gzipSync(plain);
  expect(decoded(bytes, 'video/mp4', 'gzip')).toBe(bytes);
  expect(decoded(bytes, 'application/json', 'zstd')).toBe(bytes);
  expect(decoded(plain, 'application/json', 'gzip')).toBe(plain);
});

test('a body that swells beyond all measure is left as it came', () => {
  const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024));
  expect(decoded(bomb, 'application/json', 'gzip')).toBe(bomb);
});
