/** The texts and numbers that are written are those that are read. */

import { array, assert, boolean, constantFrom, double, integer, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';

import { toEntry, type Entry } from './entry.ts';
import {
  ATTEMPT,
  END,
  hasRequestId,
  isoOf,
  writeNumbers,
  type AttemptCount,
  BODY_PROBLEMS,
  type ResponseEnd,
} from './entry-field.ts';
import { entriesIn, LogSegment } from './log-segment.ts';
import { anyCount, anyFacts } from '../../test/support/journal/any-facts.ts';
import { encoded, someCaptured, type SomeFacts } from '../../test/support/journal/some-entry.ts';

const anyEnd = record({
  bytesSent: integer({ min: 0 }),
  isAborted: boolean(),
  totalMs: double({ noNaN: true }),
  bodyProblem: constantFrom(undefined, ...BODY_PROBLEMS),
});
const anyEntry = record({ facts: anyFacts, count: anyCount, end: option(anyEnd, { nil: undefined }) });

/** UTF-8 cannot represent half of a surrogate pair, and NUL separates texts. U+FFFD replaces both. */
function asStored(value: string): string {
  return Buffer.from(value).toString().replaceAll('\0', '\ufffd');
}

/** The fields that repeat a fact. */
function expectedOf(facts: SomeFacts, count: AttemptCount, end: ResponseEnd | undefined): object {
  const { sent = {}, requestBody, responseBody = null, code, key, evaluations = [], engineMs = 1 } = facts;
  const text = (value: unknown): string | null => (typeof value === 'string' ? asStored(value) : null);
  return {
    request_id: text(facts.requestId ?? '00000000-0000-4000-8000-000000000000'),
    account: text(facts.account === undefined ? 'a' : facts.account),
    key: text(key),
    at: isoOf(facts.at ?? 0),
    real_at: isoOf(facts.realAt ?? 0),
    method: text(facts.method ?? 'GET'),
    path: text(facts.target ?? '/v1/videos/1'),
    connection: facts.connection ?? null,
    attempt: count.attempt,
    gap_ms: count.gapMs ?? null,
    real_gap_ms: count.realGapMs ?? null,
    real_pause_ms: count.realPauseMs ?? null,
    request: {
      idempotency_key: text(sent['idempotency-key']),
      range: text(sent['range']),
      if_match: text(sent['if-match']),
      content_type: text(sent['content-type']),
      user_agent: text(sent['user-agent']),
      retry_count: text(sent['retry-count']),
      bytes: requestBody === undefined ? null : Buffer.byteLength(requestBody),
      body: text(requestBody),
    },
    status: facts.status ?? 200,
    code: text(code),
    response: { body: facts.headers === undefined ? text(responseBody) : null, bytes_sent: end?.bytesSent ?? null },
    is_aborted: end?.isAborted ?? null,
    evaluations: JSON.parse(JSON.stringify(evaluations)) as unknown,
    ending: facts.ending ?? 'answered',
    timing: { arrived_ms: facts.startedAt ?? 0, engine_ms: engineMs, total_ms: end?.totalMs ?? null },
  };
}

test('entries come back field by field, however many lie in one segment', () => {
  assert(
    property(array(anyEntry, { minLength: 1, maxLength: 4 }), (entries) => {
      const segment = new LogSegment(65_536);
      segment.bytes.fill(0xa5);
      const references = entries.map(({ facts, count }, nth) => {
        const reference = segment.append(someCaptured(facts).bytes, nth + 1);
        writeNumbers(ATTEMPT, reference, count);
        return reference;
      });
      expect(entriesIn(segment)).toEqual(references);
      entries.forEach(({ end }, nth) => {
        const reference = references[nth];
        if (reference !== undefined) writeNumbers(END, reference, end);
      });
      const expected = entries.map(({ facts, count, end }, nth) => ({
        seq: nth + 1,
        ...expectedOf(facts, count, end),
      }));
      expect(references.map(toEntry)).toMatchObject(expected);
    }),
    { numRuns: 200 },
  );
});

test('an empty text is a text, and none is null', () => {
  const empty = { key: '', code: '', requestBody: '', responseBody: '', sent: { range: '' } };
  const shown = ({ key, code, request, response }: Entry): unknown[] => [
    key,
    code,
    request.body,
    response.body,
    request.range,
  ];
  expect(shown(toEntry(encoded(empty)))).toEqual(['', '', '', '', '']);
  expect(shown(toEntry(encoded()))).toEqual([null, null, null, null, null]);
});

test('zero is a number, and an unknown number is null', () => {
  const reference = encoded({ requestBody: '', engineMs: 0 });
  writeNumbers(END, reference, { bytesSent: 0, isAborted: false, totalMs: 0 });
  expect(toEntry(reference)).toMatchObject({
    request: { bytes: 0 },
    response: { bytes_sent: 0 },
    is_aborted: false,
    timing: { engine_ms: 0, total_ms: 0 },
  });
  expect(toEntry(encoded()).request.bytes).toBeNull();
});

test('an entry is known by the whole of its request id', () => {
  const known = ['r-1', 'r-', 'r-12', 'r-2', ''].map((id) => hasRequestId(encoded({ requestId: 'r-1' }), id));
  expect(known).toEqual([true, false, false, false, false]);
});

test('entries are found in the bytes of a segment up to the first that is not whole', () => {
  const segment = new LogSegment(8192);
  const references = ['1', '2', '3'].map((requestId, nth) =>
    segment.append(someCaptured({ requestId }).bytes, nth + 1),
  );
  for (const [filled, entries] of [
    [segment.end, 3],
    [segment.end - 8, 2],
    [(references[1]?.at ?? 0) + 8, 1],
    [8, 0],
  ] as const) {
    const read = new LogSegment(8192);
    read.appendAll(segment.bytes.subarray(0, filled));
    expect([read.entries, entriesIn(read).length]).toEqual([entries, entries]);
  }
});
