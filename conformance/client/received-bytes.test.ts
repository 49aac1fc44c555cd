import { expect, test } from 'vitest';
import { ReceivedBytes } from './received-bytes.ts';

const MEBIBYTE = 1024 * 1024;

/** A row of bytes whose length divides none of the lengths below. */
const ROW = Buffer.from(Array.from({ length: 251 }, (_, at) => at));
const bytes = (length: number): Buffer => Buffer.alloc(length, ROW);

test.each([
  ['as long as announced', 3 * MEBIBYTE, 3 * MEBIBYTE],
  ['longer than announced', 3 * MEBIBYTE, 2 * MEBIBYTE + 5],
  ['shorter than announced', 3 * MEBIBYTE, 10 * MEBIBYTE],
  ['of no announced length', 3 * MEBIBYTE, undefined],
  ['of a length that is not a number', 3 * MEBIBYTE, Number.NaN],
  ['small', 1000, 1000],
  ['empty', 0, 0],
])('a body that is %s is kept whole', (_, length, announced) => {
  const body = bytes(length);
  const received = new ReceivedBytes(16 * MEBIBYTE, announced);
  for (let at = 0; at < length; at += 65_521) received.add(body.subarray(at, at + 65_521));
  expect(received.length).toBe(length);
  expect(received.all().equals(body)).toBe(true);
});

test('a body has one buffer, of the length that was announced', () => {
  const received = new ReceivedBytes(16 * MEBIBYTE, 3 * MEBIBYTE);
  received.add(bytes(MEBIBYTE));
  received.add(bytes(MEBIBYTE));
  expect(received.all().buffer.byteLength).toBe(3 * MEBIBYTE);
});

test('bytes after the limit are dropped', () => {
  const received = new ReceivedBytes(3 * MEBIBYTE);
  received.add(bytes(4 * MEBIBYTE));
  received.add(bytes(1));
  expect(received.all().equals(bytes(4 * MEBIBYTE).subarray(0, 3 * MEBIBYTE))).toBe(true);
});
