/** Requests are written at the end of the turn, or as soon as somebody reads. */

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';

import { newTrace } from '../domain/trace.ts';
import type { AnsweredRequest } from './entry-field.ts';
import { toEntry, type Entry } from './entry.ts';
import { createRecording, type Recorder, type Recording, type RecordingOptions } from './recorder.ts';
import type { Log } from './log.ts';
import type { AccountName } from './log-segment.ts';
import { createRedactors } from './redact.ts';
import { entriesOf, idsOf } from '../../test/support/journal/some-log.ts';

interface TestRecording extends Recording, Recorder {
  /** The ids of the entries that were written so far. */
  readonly written: string[];
  readonly crashes: unknown[];
  /** The first entry of account `a`. */
  readonly entry: () => Entry | undefined;
}

/** A recording for which one millisecond passes with each look at the clock. */
function aRecording(options: Partial<RecordingOptions> = {}): TestRecording {
  const written: string[] = [];
  const crashes: unknown[] = [];
  let now = 0;
  const recording = createRecording({
    isOn: true,
    bounds: { entriesPerAccount: 8000, bytesPerAccount: 1e9, bytes: 1e9, retryWindowMs: 1000 },
    bodyLimit: 100,
    redactors: createRedactors([]),
    findCommitted: async () => undefined,
    realNow: () => 5000.75,
    monotonic: () => (now += 1),
    onEntry: (_, reference) => written.push(toEntry(reference).request_id),
    reportCrash: (cause) => crashes.push(cause),
    ...options,
  });
  const { recorder, log } = recording;
  if (recorder === undefined) throw new Error('It is off.');
  return { ...recording, ...recorder, written, crashes, entry: () => entriesOf(log)[0] };
}

function answered(requestId: string, more: Partial<AnsweredRequest> = {}): AnsweredRequest {
  return {
    requestId,
    request: { method: 'GET', target: `/v1/videos/${requestId}`, eachHeader: () => undefined },
    response: { status: 200, headers: {}, body: null },
    code: undefined,
    trace: { ...newTrace(), account: 'a' },
    startedAt: 0,
    ...more,
  };
}

const BEING_SENT = { response: { bytes_sent: null }, is_aborted: null, timing: { total_ms: null } };
const at4999 = '1970-01-01T00:00:04.999Z';

function ended(bytes: number, isAborted: boolean, ms: number) {
  return { response: { bytes_sent: bytes }, is_aborted: isAborted, timing: { total_ms: ms } };
}

test('an answer ends when its last byte is given away, however late that is noticed', () => {
  const { start, record, entry } = aRecording();
  const startedAt = start();
  const receipt = record(answered('1', { startedAt }));
  receipt.leaving();
  const left = aRecording();
  for (let turn = 0; turn < 7; turn += 1) start();
  receipt.sent(5, false);
  expect(entry()).toMatchObject(ended(5, false, 2));
  // One that the peer broke off ends when it did.
  const broken = left.record(answered('1'));
  broken.leaving();
  for (let turn = 0; turn < 7; turn += 1) left.start();
  broken.sent(5, true);
  expect(left.entry()?.timing.total_ms).toBeGreaterThan(7);
});

test('an answer that was replaced before it left is recorded as the other answer', () => {
  const { record, entry } = aRecording();
  const headers = { 'content-type': 'application/json' };
  const receipt = record(answered('1'));
  receipt.replaced({ status: 503, headers, body: '{"error":{}}' }, 'service_unavailable');
  receipt.sent(12, false);
  expect(entry()).toMatchObject({
    status: 503,
    code: 'service_unavailable',
    response: { headers, body: '{"error":{}}', bytes_sent: 12 },
  });
});

function forAccount(account: string): Partial<AnsweredRequest> {
  return { trace: { ...newTrace(), account } };
}

afterEach(() => {
  vi.useRealTimers();
});

test('requests wait for the end of the turn, and keep their order', async () => {
  const { record, written } = aRecording();
  for (const id of ['1', '2', '3']) record(answered(id));
  await Promise.resolve();
  expect(written).toEqual([]);
  await endOfTurn();
  expect(written).toEqual(['1', '2', '3']);
  record(answered('4'));
  expect(written).toHaveLength(3);
  await endOfTurn();
  expect(written).toEqual(['1', '2', '3', '4']);
});

const READS: Readonly<Record<string, (recording: Recording) => unknown>> = {
  after: ({ log }) => log.after('a', 0),
  find: ({ log }) => log.find('1'),
  evictedThrough: ({ log }) => log.evictedThrough('a'),
  accounts: ({ log }) => log.accounts(),
  cursor: ({ log }) => log.cursor(),
  clear: ({ log }) => log.clear('a'),
};

test.each(Object.entries(READS))(
  '%s sees what was answered in the same turn, and nothing is written twice',
  async (_, read) => {
    const recording = aRecording();
    const { record, written } = recording;
    record(answered('1'));
    record(answered('2'));
    read(recording);
    read(recording);
    expect(written).toEqual(['1', '2']);
    await endOfTurn();
    expect(written).toEqual(['1', '2']);
  },
);

test('times are taken at the response, not when the entry is written', async () => {
  const { record, entry } = aRecording();
  record(answered('1'));
  record(answered('2'));
  await endOfTurn();
  expect(entry()).toMatchObject({ timing: { engine_ms: 1 }, real_at: at4999, at: at4999 });
});

test('an answer that left before the writing is written with its entry', async () => {
  const { record, entry } = aRecording();
  record(answered('1')).sent(3, true);
  await endOfTurn();
  expect(entry()).toMatchObject(ended(3, true, 2));
});

test('an answer that left after the writing is added, once, whatever is said of it later', () => {
  const { record, entry, log } = aRecording();
  const [early, late] = [record(answered('1')), record(answered('2', forAccount('b')))];
  early.sent(3, false);
  early.sent(9, true);
  expect(entry()).toMatchObject(ended(3, false, 3));
  expect(entriesOf(log, 'b')).toMatchObject([BEING_SENT]);
  early.sent(9, true);
  late.sent(4, true);
  late.sent(9, false);
  expect(entry()).toMatchObject(ended(3, false, 3));
  expect(entriesOf(log, 'b')).toMatchObject([{ response: { bytes_sent: 4 }, is_aborted: true }]);
});

test('an answer that leaves once its entry was evicted is not added to the one in its place', () => {
  const { record, log } = aRecording();
  const receipt = record(answered('old'));
  log.clear('a');
  record(answered('new'));
  expect(idsOf(log)).toEqual(['new']);
  receipt.sent(3, true);
  expect(entriesOf(log)).toMatchObject([BEING_SENT]);
});

test('the pause before a retry begins at the end of the previous response, whenever that end was reported', () => {
  const { record, start, log } = aRecording();
  const again = (): ReturnType<Recorder['record']> => record({ ...answered('1'), startedAt: start() });
  // The clock reads 1 when it comes, 2 when it is answered, 3 when its answer ends.
  again().sent(0, false);
  expect(start()).toBe(4);
  const second = again();
  log.cursor();
  second.sent(0, false);
  again();
  expect(entriesOf(log).map(({ attempt, real_pause_ms }) => [attempt, real_pause_ms])).toEqual([
    [1, null],
    [2, 2],
    [3, 1],
  ]);
});

test('a request that cannot be recorded is reported, and the requests before and after are written', async () => {
  const { record, written, crashes } = aRecording();
  const cause = new Error('no headers');
  const eachHeader = (): never => {
    throw cause;
  };
  record(answered('1'));
  const receipt = record(answered('broken', { request: { method: 'GET', target: '/', eachHeader } }));
  record(answered('2'));
  receipt.sent(3, false);
  await endOfTurn();
  expect(written).toEqual(['1', '2']);
  receipt.sent(3, false);
  await endOfTurn();
  expect(crashes).toEqual([cause]);
});

test('without the end of a turn, a batch is written as soon as it is large', () => {
  vi.useFakeTimers();
  const { record, written, log } = aRecording();
  const ids = Array.from({ length: 200 }, (_, nth) => String(nth));
  ids.slice(0, 63).forEach((id) => record(answered(id)));
  expect(written).toEqual([]);
  ids.slice(63).forEach((id) => record(answered(id)));
  expect(written).toEqual(ids.slice(0, 192));
  log.cursor();
  vi.runAllTimers();
  expect(written).toEqual(ids);
});

test('a request that comes while a batch is written comes after it', async () => {
  const { record, written } = aRecording();
  const eachHeader = (): void => {
    record(answered('3'));
  };
  record(answered('1', { request: { method: 'GET', target: '/', eachHeader } }));
  record(answered('2'));
  await endOfTurn();
  await endOfTurn();
  expect(written).toEqual(['1', '2', '3']);
});

function heardBy(log: Log, account: AccountName, heard: unknown[]): void {
  log.listen({
    changed: (name, reference) => name === account && heard.push(reference && toEntry(reference)),
  });
}

test('who listens to an account hears of an entry when it is written and when its answer has left', () => {
  const { record, log } = aRecording();
  const heard: unknown[] = [];
  heardBy(log, 'a', heard);
  const receipt = record(answered('1'));
  record(answered('2', forAccount('b')));
  log.cursor();
  receipt.sent(3, false);
  log.notify('a');
  expect(heard).toMatchObject([
    { ...BEING_SENT, request_id: '1' },
    { response: { bytes_sent: 3 }, request_id: '1' },
    undefined,
  ]);
});

test('requests that reached no account have listeners of their own', () => {
  const { record, log } = aRecording();
  const heard: unknown[] = [];
  heardBy(log, null, heard);
  record(answered('1', { trace: newTrace() }));
  log.cursor();
  expect(heard).toMatchObject([{ account: null }]);
});

test('a journal that is off has no recorder', () => {
  expect(() => aRecording({ isOn: false })).toThrow('It is off.');
});
