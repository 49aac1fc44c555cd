/** Which requests are attempts at one thing, and when that is forgotten. */

import { expect, test } from 'vitest';

import { ATTEMPT, END, writeNumbers, type AttemptCount } from './entry-field.ts';
import type { Log } from './log.ts';
import { LogSegment, type EntryReference } from './log-segment.ts';
import { createRetryGroups, type RetryIdentity } from './retries.ts';
import { someCaptured, type SomeFacts } from '../../test/support/journal/some-entry.ts';
import { append, entriesOf, someLog } from '../../test/support/journal/some-log.ts';

function attemptsIn(log: Log): [number, number | null][] {
  return entriesOf(log).map(({ attempt, gap_ms }) => [attempt, gap_ms]);
}

test('the same request within the window is another attempt, after it a first one', () => {
  const log = someLog();
  append(log, { at: 0 }, { at: 400 }, { at: 500, target: '/v1/videos/2' }, { at: 1400 }, { at: 2401 });
  expect(attemptsIn(log)).toEqual([
    [1, null],
    [2, 400],
    [1, null],
    [3, 1000],
    [1, null],
  ]);
});

test('another method, another body and another account are other requests', () => {
  const log = someLog();
  const post = { method: 'POST', target: '/v1/videos' };
  append(log, {}, { method: 'HEAD' }, { ...post, requestBody: 'x' }, { ...post, requestBody: 'y' }, { account: 'b' });
  append(log, { ...post, requestBody: 'x', at: 7, realAt: 9 });
  expect(attemptsIn(log).map(([attempt]) => attempt)).toEqual([1, 1, 1, 1, 2]);
  expect(entriesOf(log).at(-1)).toMatchObject({ gap_ms: 7, real_gap_ms: 9 });
});

test('an Idempotency-Key makes creates attempts at one thing, whatever their bodies and however late', () => {
  const log = someLog();
  const create = { method: 'POST', target: '/v1/videos', sent: { 'idempotency-key': 'k' } };
  append(log, { ...create, requestBody: 'x' }, { ...create, requestBody: 'y', at: 86_400_000 });
  append(log, { ...create, sent: { 'idempotency-key': 'other' }, requestBody: 'x' });
  expect(attemptsIn(log)).toEqual([
    [1, null],
    [2, 86_400_000],
    [1, null],
  ]);
});

test('an attempt whose former one was evicted is a first one', () => {
  const log = someLog({ entriesPerAccount: 1 });
  append(log, { target: '/1' }, { target: '/2' }, { target: '/1' });
  expect(attemptsIn(log)).toEqual([[1, null]]);
});

interface Counting {
  readonly groups: ReturnType<typeof createRetryGroups>;
  /** Returns the heap memory of the groups. */
  readonly bytes: () => number;
  /** Counts an attempt. Returns it with the reference to its entry. */
  readonly count: (identity: RetryIdentity, facts?: SomeFacts) => AttemptCount & { readonly entry: EntryReference };
}

function counting(windowMs = 1000): Counting {
  let [seq, bytes] = [0, 0];
  const groups = createRetryGroups(windowMs, (more) => (bytes += more));
  const count: Counting['count'] = (identity, facts) => {
    const { bytes } = someCaptured(facts);
    const entry = new LogSegment(bytes.length).append(bytes, (seq += 1));
    const counted = groups.count(identity, entry);
    writeNumbers(ATTEMPT, entry, counted);
    return { ...counted, entry };
  };
  return { groups, bytes: () => bytes, count };
}

/** Notes when the response of an entry ended. Each request started at 0, unless the test says otherwise. */
function endAfter(totalMs: number, { entry }: { readonly entry: EntryReference }): void {
  writeNumbers(END, entry, { bytesSent: 0, isAborted: false, totalMs });
}

test('an operation is known as long as its latest attempt is stored, and then its bytes are free', () => {
  const { groups, bytes, count } = counting();
  count('x');
  count('y');
  const two = bytes();
  count('x');
  expect(bytes()).toBe(two);
  groups.forget(2);
  expect(bytes()).toBe(two / 2);
  expect(count('x')).toMatchObject({ attempt: 3 });
  expect(count('y')).toMatchObject({ attempt: 1 });
  groups.forget(5);
  expect(bytes()).toBe(0);
});

test('an eviction that is reported twice takes nothing from later attempts', () => {
  const { groups, bytes, count } = counting();
  count('x');
  groups.forget(1);
  groups.forget(1);
  expect(count('x')).toMatchObject({ attempt: 1 });
  groups.forget(1);
  expect(count('x')).toMatchObject({ attempt: 2, gapMs: 0 });
  groups.forget(3);
  expect(bytes()).toBe(0);
});

test('the text of an identity counts', () => {
  const { bytes, count } = counting();
  count('four');
  const withText = bytes();
  count(4);
  expect(2 * withText - bytes()).toBe(4);
});

test('a clock that was set back gives a gap below zero, and outside the window a first attempt', () => {
  const { count } = counting();
  count('x', { at: 5000, realAt: 10 });
  expect(count('x', { at: 4000, realAt: 12 })).toMatchObject({ attempt: 2, gapMs: -1000, realGapMs: 2 });
  expect(count('x', { at: 2999 })).toMatchObject({ attempt: 1 });
});

test('the pause goes from the end of the former answer to the next request, where that had ended', () => {
  const { count } = counting();
  const first = count('x');
  expect(first.realPauseMs).toBeUndefined();
  endAfter(300, first);
  expect(count('x', { startedAt: 1000 })).toMatchObject({ attempt: 2, realPauseMs: 700 });
  const third = count('x', { startedAt: 1001 });
  expect(third).toMatchObject({ attempt: 3, realPauseMs: undefined });
  endAfter(999, third);
  expect(count('x', { startedAt: 1500 })).toMatchObject({ attempt: 4, realPauseMs: undefined });
});
