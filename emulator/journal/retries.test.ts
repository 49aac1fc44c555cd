/** Which requests are attempts at one thing, and when that is forgotten. */

import { expect, test } from 'vitest';

import type { Log } from './log.ts';
import { RetryGroups, type NewAttempt, type RetryIdentity } from './retries.ts';
import { LogSegment } from './log-segment.ts';
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

const ATTEMPT: NewAttempt = { identity: 'x', at: 0, realAt: 0, startedAt: 0 };

interface Counting {
  readonly groups: RetryGroups;
  readonly segments: readonly [LogSegment, LogSegment];
  readonly count: (identity: RetryIdentity, segment: LogSegment, more?: Partial<NewAttempt>) => unknown;
}

function counting(windowMs = 1000): Counting {
  const groups = new RetryGroups(windowMs);
  let seq = 0;
  return {
    groups,
    segments: [new LogSegment(64), new LogSegment(64)],
    count: (identity, segment, more) => {
      seq += 1;
      return { ...groups.count({ ...ATTEMPT, identity, ...more }, segment, seq) };
    },
  };
}

test('a group is kept as long as its latest attempt is, and then its bytes are free', () => {
  const { groups, segments, count } = counting();
  const [first, second] = segments;
  count('x', first);
  count('y', first);
  const two = groups.bytes;
  count('x', second);
  expect(groups.bytes).toBe(two);
  groups.forget(first);
  expect(groups.bytes).toBe(two / 2);
  expect(count('x', second)).toMatchObject({ attempt: 3 });
  expect(count('y', second)).toMatchObject({ attempt: 1, gapMs: undefined });
  groups.forget(second);
  expect(groups.bytes).toBe(0);
});

test('a segment that is forgotten twice, or used again, takes nothing from later groups', () => {
  const { groups, segments, count } = counting();
  const [segment] = segments;
  count('x', segment);
  groups.forget(segment);
  segment.reset();
  expect(count('x', segment)).toMatchObject({ attempt: 1 });
  expect(count('x', segment)).toMatchObject({ attempt: 2, gapMs: 0 });
  groups.forget(segment);
  expect(groups.bytes).toBe(0);
});

test('the text of an identity counts', () => {
  const { groups, segments, count } = counting();
  count('four', segments[0]);
  const withText = groups.bytes;
  count(4, segments[0]);
  expect(2 * withText - groups.bytes).toBe(4);
});

test('a clock that was set back gives a gap below zero, and outside the window a first attempt', () => {
  const { segments, count } = counting();
  count('x', segments[0], { at: 5000, realAt: 10 });
  const again = count('x', segments[0], { at: 4000, realAt: 12 });
  expect(again).toMatchObject({ attempt: 2, gapMs: -1000, realGapMs: 2 });
  expect(count('x', segments[0], { at: 2999 })).toMatchObject({ attempt: 1, gapMs: undefined });
});

test('the pause goes from the end of the former answer to the next request, where that had ended', () => {
  const { groups, segments, count } = counting();
  const first = groups.count(ATTEMPT, segments[0], 1);
  expect(first.realPauseMs).toBeUndefined();
  first.endedAt = 300;
  expect(count('x', segments[0], { startedAt: 1000 })).toMatchObject({ attempt: 2, realPauseMs: 700 });
  expect(count('x', segments[0], { startedAt: 1001 })).toMatchObject({ attempt: 3, realPauseMs: undefined });
  first.endedAt = 2000;
  expect(count('x', segments[0], { startedAt: 1500 })).toMatchObject({ attempt: 4, realPauseMs: undefined });
});
