/** What a pen writes is what is read. */

import { array, assert, boolean, double, integer, option, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import { DOUBLE, doubleAt, INT, intAt, isOf, newSegment } from './entry-layout.ts';
import { EntryEncoder, writeDelivery } from './entry-encoder.ts';
import type { StoredEntry } from './stored-entry.ts';
import { someCaptured } from './testing/some-entry.ts';
import { anyCaptured, anyPlace } from './testing/any-captured.ts';
import { loaded, FIRST, encoded } from './testing/encoded.ts';
import { decodeEntry } from './entry-decoder.ts';

const anyDelivery = record({ bytesSent: integer({ min: 0 }), isAborted: boolean(), totalMs: double({ noNaN: true }) });
const anyEntry = record({ facts: anyCaptured, place: anyPlace, delivery: option(anyDelivery, { nil: undefined }) });
const NOT_DELIVERED = { bytesSent: undefined, isAborted: undefined, totalMs: undefined };

/** UTF-8 has no halves of characters: one that stands alone becomes U+FFFD. */
function asUtf8(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(asUtf8);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [asUtf8(name), asUtf8(part)]));
}

test('entries come back field by field as they were encoded, however many lie on one page', () => {
  const page = newSegment(65_536);
  const pen = new EntryEncoder();
  assert(
    property(array(anyEntry, { minLength: 1, maxLength: 4 }), integer({ min: 0, max: 9 }), (entries, from) => {
      page.bytes.fill(0xa5);
      const starts: number[] = [];
      let end = 8 * from;
      for (const { facts, place } of entries) {
        starts.push(end);
        pen.load(facts);
        end = pen.write({ page, at: end }, place);
      }
      entries.forEach(({ delivery }, nth) => delivery && writeDelivery({ page, at: starts[nth] ?? 0 }, delivery));
      const expected = entries.map(({ facts, place: { seq, count }, delivery = NOT_DELIVERED }): StoredEntry => {
        const { attempt, gapMs, realGapMs } = count;
        return { seq, attempt, gapMs, realGapMs, ...delivery, facts };
      });
      expect(asUtf8(starts.map((at) => decodeEntry({ page, at })))).toEqual(asUtf8(expected));
    }),
    { numRuns: 300 },
  );
});

test('an entry takes the bytes that the pen foretold, and touches none beside them', () => {
  assert(
    property(tuple(anyCaptured, anyPlace), ([facts, place]) => {
      const pen = loaded(facts);
      const bytes = pen.exactBytes();
      expect(pen.mostBytes()).toBeGreaterThanOrEqual(bytes);
      const page = newSegment(bytes + 16);
      page.bytes.fill(0xa5);
      const spot = { page, at: 8 };
      expect(pen.write(spot, place)).toBe(8 + bytes);
      expect(intAt(spot, INT.size)).toBe(bytes);
      expect(intAt(spot, INT.weight)).toBe(bytes + place.count.burden);
      expect([doubleAt(spot, DOUBLE.seq), intAt(spot, INT.thing)]).toEqual([place.seq, place.count.thing]);
      expect([...page.bytes.subarray(0, 8), ...page.bytes.subarray(8 + bytes)]).toEqual(
        Array.from({ length: 16 }, () => 0xa5),
      );
    }),
    { numRuns: 200 },
  );
});

test('an empty text is a text, and none is none', () => {
  const nothing = {
    account: null,
    key: null,
    idempotencyKey: undefined,
    range: undefined,
    contentType: undefined,
    userAgent: undefined,
    requestBody: undefined,
    bodyHash: undefined,
    code: undefined,
    responseBody: undefined,
  };
  const empty = Object.fromEntries(Object.keys(nothing).map((name) => [name, '']));
  expect(decodeEntry(encoded(nothing)).facts).toEqual(someCaptured(nothing));
  expect(decodeEntry(encoded(empty)).facts).toEqual(someCaptured(empty));
});

test('zero is a number, and only nothing is nothing', () => {
  const spot = encoded({ requestBytes: 0, engineMs: 0 });
  writeDelivery(spot, { bytesSent: 0, isAborted: false, totalMs: 0 });
  expect(decodeEntry(spot)).toMatchObject({
    bytesSent: 0,
    isAborted: false,
    totalMs: 0,
    gapMs: undefined,
    realGapMs: undefined,
    facts: { requestBytes: 0, engineMs: 0 },
  });
  expect(decodeEntry(encoded()).facts.requestBytes).toBeUndefined();
});

test('an entry that is encoded over an older one has nothing of it', () => {
  const spot = { page: newSegment(4096), at: 0 };
  const pen = loaded({ requestBytes: 5, responseBody: 'x'.repeat(99), steps: [] });
  pen.write(spot, { seq: 1, count: { ...FIRST, gapMs: 1, realGapMs: 2 } });
  writeDelivery(spot, { bytesSent: 3, isAborted: true, totalMs: 7 });
  pen.load(someCaptured({ requestId: 'new' }));
  pen.write(spot, { seq: 2, count: FIRST });
  const { facts, ...place } = decodeEntry(spot);
  expect(facts).toEqual(someCaptured({ requestId: 'new' }));
  expect(place).toEqual({ seq: 2, attempt: 1, gapMs: undefined, realGapMs: undefined, ...NOT_DELIVERED });
});

test('an entry is known by the whole of its request id', () => {
  const books = { granted: 1, balance: 1, reserved: 0, captured: 0 };
  const step = {
    generation: 'g',
    statusBefore: undefined,
    statusAfter: undefined,
    booksBefore: books,
    booksAfter: books,
  };
  const spots = [encoded({ requestId: 'r-1' }), encoded({ requestId: 'r-1', steps: [step] })];
  for (const spot of spots) {
    expect(['r-1', 'r-', 'r-12', 'r-2', ''].map((id) => isOf(spot, id))).toEqual([true, false, false, false, false]);
  }
});

test('a dry pen has no facts', () => {
  expect(() => new EntryEncoder().facts).toThrow('The pen is dry.');
});
