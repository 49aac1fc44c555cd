import { describe, expect, test } from 'vitest';
import { BodyBuffer } from './body-buffer.ts';

describe('a body', () => {
  test('of one chunk is that chunk, not a copy', () => {
    const body = new BodyBuffer(10);
    const chunk = Buffer.from('whole');
    expect(body.add(chunk)).toBe(true);
    expect(body.bytes().buffer).toBe(chunk.buffer);
  });

  test('in chunks of any size is joined, and the chunks stay as they were', () => {
    const whole = Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251));
    for (const size of [1, 3, 4095, 4096, 9999]) {
      const body = new BodyBuffer(20_000);
      const source = Buffer.from(whole);
      const chunks = Array.from({ length: Math.ceil(source.length / size) }, (_, at) =>
        source.subarray(at * size, (at + 1) * size),
      );
      expect(chunks.every((chunk) => body.add(chunk))).toBe(true);
      expect(Buffer.from(body.bytes()).equals(whole)).toBe(true);
      expect(source.equals(whole)).toBe(true);
    }
  });

  test('of the limit fits, and a byte more does not', () => {
    const body = new BodyBuffer(3);
    expect([body.add(Buffer.from('ab')), body.add(Buffer.from('c')), body.add(Buffer.from('d'))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(new BodyBuffer(3).add(Buffer.from('abcd'))).toBe(false);
  });

  test('without bytes is empty', () => {
    const body = new BodyBuffer(3);
    expect([body.add(new Uint8Array()), body.bytes().length]).toEqual([true, 0]);
  });
});
