import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decode, decoded } from './decoded.ts';

const plain = Buffer.from('{"error":{}}');

test.each([
  ['gzip', gzipSync(plain)],
  ['X-Gzip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['gzip, br', brotliCompressSync(gzipSync(plain))],
  ['identity', plain],
])('JSON in %s is read as JSON', (coding, bytes) => {
  expect(decoded(bytes, 'application/json; charset=utf-8', coding)).toEqual({ bytes: plain });
});

test('a clip and an unknown coding stay as they came', () => {
  const bytes = gzipSync(plain);
  expect(decoded(bytes, 'video/mp4', 'gzip').bytes).toBe(bytes);
  expect(decoded(bytes, 'application/json', 'zstd')).toEqual({ bytes });
  expect(decode(bytes, 'zstd')).toBe('unknown coding');
});

test('bytes that are not in their coding stay as they came, and are marked', () => {
  expect(decoded(plain, 'application/json', 'gzip')).toEqual({ bytes: plain, isMiscoded: true });
});

test('a body that swells beyond all measure is left as it came', () => {
  const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024));
  expect(decoded(bomb, 'application/json', 'gzip').bytes).toBe(bomb);
});
