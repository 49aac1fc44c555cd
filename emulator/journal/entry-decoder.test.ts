/** What is encoded is what is decoded. */

import { array, assert, boolean, constantFrom, double, integer, option, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';

import { SENT_FIELDS } from './capture-headers.ts';
import { decodeEntry } from './entry-decoder.ts';
import { EntryEncoder, writeResponseEnd } from './entry-encoder.ts';
import { entriesIn, hasRequestId, INT, intAt, isKept, LogSegment } from './entry-layout.ts';
import { BODY_PROBLEMS, type StoredEntry } from './stored-entry.ts';
import { anyCaptured, anyCount } from '../../test/support/journal/any-captured.ts';
import { encoded, FIRST, loaded } from '../../test/support/journal/encoded.ts';
import { sentWith, someCaptured } from '../../test/support/journal/some-entry.ts';

const anyEnd = record({
  bytesSent: integer({ min: 0 }),
  isAborted: boolean(),
  totalMs: double({ noNaN: true }),
  late: constantFrom(undefined, ...BODY_PROBLEMS),
});
const anyEntry = record({ captured: anyCaptured, count: anyCount, end: option(anyEnd, { nil: undefined }) });
const BEING_SENT = { bytesSent: undefined, isAborted: undefined, totalMs: undefined, late: undefined };

/** UTF-8 has no halves of characters: one that stands alone becomes U+FFFD. */
function asUtf8(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(asUtf8);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [asUtf8(name), asUtf8(part)]));
}

test('entries come back field by field as they were encoded, however many lie in one segment', () => {
  const segment = new LogSegment(65_536);
  const encoder = new EntryEncoder();
  assert(
    property(array(anyEntry, { minLength: 1, maxLength: 4 }), (entries) => {
      segment.reset();
      segment.bytes.fill(0xa5);
      const references = entries.map(({ captured, count }, nth) => {
        encoder.load(captured);
        return encoder.encode(segment, nth + 1, count);
      });
      expect(entriesIn(segment)).toEqual(references);
      entries.forEach(({ end }, nth) => {
        const reference = references[nth];
        if (end !== undefined && reference !== undefined) writeResponseEnd(reference, end);
      });
      const expected = entries.map(({ captured, count, end = BEING_SENT }, nth): StoredEntry => ({
        seq: nth + 1,
        ...count,
        ...end,
        captured,
      }));
      expect(asUtf8(references.map(decodeEntry))).toEqual(asUtf8(expected));
    }),
    { numRuns: 300 },
  );
});

test('an entry takes the bytes that the encoder foretold, and touches none beside them', () => {
  assert(
    property(tuple(anyCaptured, anyCount), ([captured, count]) => {
      const encoder = loaded(captured);
      const bytes = encoder.exactBytes();
      expect([encoder.fitsIn(bytes), encoder.fitsIn(bytes - 8)]).toEqual([true, false]);
      const segment = new LogSegment(bytes + 16);
      segment.bytes.fill(0xa5);
      segment.end = 8;
      const reference = encoder.encode(segment, 7, count);
      expect([segment.end, intAt(reference, INT.size)]).toEqual([8 + bytes, bytes]);
      const around = [...segment.bytes.subarray(0, 8), ...segment.bytes.subarray(8 + bytes)];
      expect(around).toEqual(Array.from({ length: 16 }, () => 0xa5));
    }),
    { numRuns: 200 },
  );
});

test('an empty text is a text, and none is none', () => {
  const nothing = {
    account: null,
    key: null,
    requestBody: undefined,
    bodyHash: undefined,
    code: undefined,
    responseBody: undefined,
  };
  const sent = Object.fromEntries(SENT_FIELDS.map((field) => [field, '']));
  const empty = { ...Object.fromEntries(Object.keys(nothing).map((name) => [name, ''])), sent: sentWith(sent) };
  expect(decodeEntry(encoded(nothing)).captured).toEqual(someCaptured(nothing));
  expect(decodeEntry(encoded(empty)).captured).toEqual(someCaptured(empty));
});

test('zero is a number, and only nothing is nothing', () => {
  const reference = encoded({ requestBytes: 0, engineMs: 0 });
  writeResponseEnd(reference, { bytesSent: 0, isAborted: false, totalMs: 0 });
  expect(decodeEntry(reference)).toMatchObject({
    bytesSent: 0,
    isAborted: false,
    totalMs: 0,
    ...FIRST,
    captured: { requestBytes: 0, engineMs: 0 },
  });
  expect(decodeEntry(encoded()).captured.requestBytes).toBeUndefined();
});

test('an aborted answer leaves the other flag as it was', () => {
  for (const hasAuthorization of [true, false]) {
    const reference = encoded({ hasAuthorization });
    writeResponseEnd(reference, { bytesSent: 1, isAborted: true, totalMs: 2 });
    expect(decodeEntry(reference)).toMatchObject({ isAborted: true, captured: { hasAuthorization } });
  }
});

test('an entry in a segment that was used again has nothing of the one before it, to which references are void', () => {
  const segment = new LogSegment(4096);
  const encoder = loaded({ requestBytes: 5, responseBody: 'x'.repeat(99), hasAuthorization: true });
  const old = encoder.encode(segment, 1, { ...FIRST, gapMs: 1, realGapMs: 2, realPauseMs: 3 });
  writeResponseEnd(old, { bytesSent: 3, isAborted: true, totalMs: 7 });
  expect(isKept(old)).toBe(true);
  segment.reset();
  expect([isKept(old), entriesIn(segment)]).toEqual([false, []]);
  encoder.load(someCaptured({ requestId: 'new' }));
  const reference = encoder.encode(segment, 2, FIRST);
  expect([isKept(old), isKept(reference)]).toEqual([false, true]);
  expect(decodeEntry(reference)).toEqual({
    seq: 2,
    ...FIRST,
    ...BEING_SENT,
    captured: someCaptured({ requestId: 'new' }),
  });
});

test('an entry is known by the whole of its request id', () => {
  const ledger = { granted: 1, balance: 1, reserved: 0, captured: 0 };
  const step = {
    generation: 'g',
    statusBefore: undefined,
    statusAfter: undefined,
    ledgerBefore: ledger,
    ledgerAfter: ledger,
  };
  for (const reference of [encoded({ requestId: 'r-1' }), encoded({ requestId: 'r-1', steps: [step] })]) {
    const known = ['r-1', 'r-', 'r-12', 'r-2', ''].map((id) => hasRequestId(reference, id));
    expect(known).toEqual([true, false, false, false, false]);
  }
});

test('an encoder that was never loaded has no entry', () => {
  expect(() => new EntryEncoder().captured).toThrow('The encoder has no entry.');
});
