/** What was told is encoded at the end of the turn, or as soon as somebody asks. */

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';

import { newTrace } from '../domain/trace.ts';
import type { Log } from './log.ts';
import type { AnsweredRequest } from './answered-request.ts';
import type { StoredEntry } from './stored-entry.ts';
import { createRedactors } from './redact.ts';
import { createRecorder, type RequestWriter } from './recorder.ts';
import { entriesIn, idsIn, someLog } from './testing/some-log.ts';

interface Desk extends RequestWriter {
  readonly kept: Log;
  /** The accounts of entries that became complete after they were encoded. */
  readonly completed: (string | null)[];
  readonly crashes: unknown[];
  /** The only entry. */
  readonly entry: () => StoredEntry | undefined;
}

/** A scribe for whom one millisecond passes with each look at the clock. */
function aScribe(): Desk {
  const kept = someLog({ entriesPerAccount: 1000 });
  const completed: (string | null)[] = [];
  const crashes: unknown[] = [];
  let now = 0;
  const scribe = createRecorder({
    redactorFor: createRedactors([]).redactorFor,
    realNow: () => 5000.75,
    monotonic: () => (now += 1),
    reportCrash: (cause) => crashes.push(cause),
    bodyLimit: 100,
    append: kept.append,
    completed: (account) => completed.push(account),
  });
  return { ...scribe, kept, completed, crashes, entry: () => entriesIn(kept)[0] };
}

function told(requestId: string, more: Partial<AnsweredRequest> = {}): AnsweredRequest {
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

/** What was told of a request whose headers cannot be read. */
function broken(cause: unknown): AnsweredRequest {
  const eachHeader = (): never => {
    throw cause;
  };
  return told('broken', { request: { method: 'GET', target: '/', eachHeader } });
}

afterEach(() => {
  vi.useRealTimers();
});

test('what was told waits for the end of the turn, and keeps its order', async () => {
  const { record, kept } = aScribe();
  for (const id of ['1', '2', '3']) record(told(id));
  expect(idsIn(kept)).toEqual([]);
  await Promise.resolve();
  expect(idsIn(kept)).toEqual([]);
  await endOfTurn();
  expect(idsIn(kept)).toEqual(['1', '2', '3']);
});

test('whoever asks for it has it encoded at once, and nothing is encoded twice', async () => {
  const { record, settle, kept } = aScribe();
  record(told('1'));
  record(told('2'));
  settle();
  expect(idsIn(kept)).toEqual(['1', '2']);
  record(told('3'));
  settle();
  settle();
  expect(idsIn(kept)).toEqual(['1', '2', '3']);
  await endOfTurn();
  expect(idsIn(kept)).toEqual(['1', '2', '3']);
});

test('what is told after the writing is encoded at the end of the next turn', async () => {
  const { record, kept } = aScribe();
  record(told('1'));
  await endOfTurn();
  record(told('2'));
  expect(idsIn(kept)).toEqual(['1']);
  await endOfTurn();
  expect(idsIn(kept)).toEqual(['1', '2']);
});

test('times are those of the telling, not of the writing', async () => {
  const { record, entry } = aScribe();
  record(told('1'));
  record(told('2'));
  await endOfTurn();
  expect(entry()?.facts).toMatchObject({ engineMs: 1, startedAt: 0, realAt: 4999, at: 4999 });
});

test('an answer that left before the writing is encoded with it, and nobody is called for that', async () => {
  const { record, entry, completed } = aScribe();
  record(told('1')).sent(3, true);
  await endOfTurn();
  expect(entry()).toMatchObject({ bytesSent: 3, isAborted: true, totalMs: 2 });
  expect(completed).toEqual([]);
});

test('an answer that left after the writing is added, and whoever waits for it is called', () => {
  const { record, settle, entry, completed } = aScribe();
  const receipt = record(told('1'));
  settle();
  expect(entry()).toMatchObject({ bytesSent: undefined, isAborted: undefined, totalMs: undefined });
  receipt.sent(3, false);
  expect(entry()).toMatchObject({ bytesSent: 3, isAborted: false, totalMs: 2 });
  expect(completed).toEqual(['a']);
});

test('an answer leaves once, whatever is said of it later', () => {
  const { record, settle, entry, completed } = aScribe();
  const [early, late] = [record(told('1')), record(told('2', { trace: { ...newTrace(), account: 'b' } }))];
  early.sent(3, false);
  early.sent(9, true);
  settle();
  early.sent(9, true);
  expect(entry()).toMatchObject({ bytesSent: 3, isAborted: false });
  late.sent(4, true);
  late.sent(9, false);
  expect(completed).toEqual(['b']);
});

test('a request that reached no account is called for by that', () => {
  const { record, settle, completed } = aScribe();
  const receipt = record(told('1', { trace: newTrace() }));
  settle();
  receipt.sent(0, false);
  expect(completed).toEqual([null]);
});

test('what cannot be taken down is reported, and what was told before and after is encoded', async () => {
  const { record, kept, crashes } = aScribe();
  const cause = new Error('no headers');
  record(told('1'));
  const receipt = record(broken(cause));
  record(told('2'));
  receipt.sent(3, false);
  await endOfTurn();
  expect(idsIn(kept)).toEqual(['1', '2']);
  expect(crashes).toEqual([cause]);
  receipt.sent(3, false);
  await endOfTurn();
  expect(crashes).toEqual([cause]);
});

test('where no turn ends, what waits is encoded whenever it has become much', () => {
  vi.useFakeTimers();
  const { record, settle, kept } = aScribe();
  const ids = Array.from({ length: 200 }, (_, nth) => String(nth));
  ids.slice(0, 63).forEach((id) => record(told(id)));
  expect(idsIn(kept)).toEqual([]);
  ids.slice(63).forEach((id) => record(told(id)));
  expect(idsIn(kept)).toEqual(ids.slice(0, 192));
  settle();
  expect(idsIn(kept)).toEqual(ids);
  vi.runAllTimers();
  expect(idsIn(kept)).toEqual(ids);
});

test('what is told while something is being encoded comes after it', async () => {
  const { record, kept } = aScribe();
  const eachHeader = (): void => {
    record(told('3'));
  };
  record(told('1', { request: { method: 'GET', target: '/', eachHeader } }));
  record(told('2'));
  await endOfTurn();
  await endOfTurn();
  expect(idsIn(kept)).toEqual(['1', '2', '3']);
});
