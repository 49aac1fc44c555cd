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

test('a clip and a body in an unknown coding stay encoded', () => {
  const bytes = gzipSync(plain);
  expect(decoded(bytes, 'video/mp4', 'gzip').bytes).toBe(bytes);
  expect(decoded(bytes, 'application/json', 'zstd')).toEqual({ bytes });
  expect(decode(bytes, 'zstd')).toBe('unknown coding');
});

test('bytes that are not in their coding stay unchanged, and are marked', () => {
  expect(decoded(plain, 'application/json', 'gzip')).toEqual({ bytes: plain, isMiscoded: true });
});

test('a body that exceeds the limit when it is decoded stays encoded', () => {
  const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024));
  expect(decoded(bomb, 'application/json', 'gzip').bytes).toBe(bomb);
});
