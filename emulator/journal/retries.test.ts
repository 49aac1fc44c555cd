/** Which requests are attempts at one thing, and what makes room in the memory of it. */

import { expect, test } from 'vitest';

import { RetryGroups } from './retries.ts';
import type { Log } from './log.ts';
import { append, entriesIn, someLog } from './testing/some-log.ts';

function attemptsIn(kept: Log): [number, number | undefined][] {
  return entriesIn(kept).map(({ attempt, gapMs }) => [attempt, gapMs]);
}

test('the same request within the window is another attempt, after it a first one', () => {
  const kept = someLog();
  append(kept, { at: 0 }, { at: 400 }, { at: 500, target: '/v1/videos/2' }, { at: 1400 }, { at: 2401 });
  expect(attemptsIn(kept)).toEqual([
    [1, undefined],
    [2, 400],
    [1, undefined],
    [3, 1000],
    [1, undefined],
  ]);
});

test('another method, another body and another account are other requests', () => {
  const kept = someLog();
  const post = { method: 'POST', target: '/v1/videos' };
  append(kept, {}, { method: 'HEAD' }, { ...post, requestBody: 'x' }, { ...post, requestBody: 'y' }, { account: 'b' });
  append(kept, { ...post, requestBody: 'x', at: 7, realAt: 9 });
  expect(attemptsIn(kept).map(([attempt]) => attempt)).toEqual([1, 1, 1, 1, 2]);
  expect(entriesIn(kept).at(-1)).toMatchObject({ gapMs: 7, realGapMs: 9 });
});

test('an Idempotency-Key makes creates attempts at one thing, whatever their bodies and however late', () => {
  const kept = someLog();
  const create = { method: 'POST', target: '/v1/videos', idempotencyKey: 'k' };
  append(kept, { ...create, requestBody: 'x' }, { ...create, requestBody: 'y', at: 86_400_000 });
  append(kept, { ...create, idempotencyKey: 'other', requestBody: 'x' });
  expect(attemptsIn(kept)).toEqual([
    [1, undefined],
    [2, 86_400_000],
    [1, undefined],
  ]);
});

test('an attempt whose former one has made room is a first one', () => {
  const kept = someLog({ entriesPerAccount: 1 });
  append(kept, { target: '/1' }, { target: '/2' }, { target: '/1' });
  expect(attemptsIn(kept)).toEqual([[1, undefined]]);
});

const OCCASION = { at: 0, realAt: 0, idempotencyKey: undefined };

test('a thing keeps its number as long as its last attempt is kept, then another thing gets it', () => {
  const attempts = new RetryGroups(1000);
  const thingOf = (identity: string | number, seq: number): number => attempts.count(identity, seq, OCCASION).thing;
  expect([thingOf('x', 1), thingOf('y', 2), thingOf('x', 3), thingOf(7, 4)]).toEqual([0, 1, 0, 2]);
  // The former attempt is no more, but the last one is.
  attempts.forget(0, 1);
  expect(attempts.count('x', 5, OCCASION)).toMatchObject({ thing: 0, attempt: 3 });
  attempts.forget(0, 5);
  expect(attempts.count('z', 6, OCCASION)).toMatchObject({ thing: 0, attempt: 1, gapMs: undefined });
  expect(attempts.count('x', 7, OCCASION)).toMatchObject({ thing: 3, attempt: 1, gapMs: undefined });
});

test('what is forgotten twice takes nothing from the one that has its number now', () => {
  const attempts = new RetryGroups(1000);
  attempts.count('x', 1, OCCASION);
  attempts.forget(0, 1);
  attempts.count('y', 2, OCCASION);
  attempts.forget(0, 1);
  attempts.forget(9, 9);
  expect(attempts.count('y', 3, OCCASION)).toMatchObject({ thing: 0, attempt: 2, gapMs: 0 });
});

test('what is known by a text takes room for it, what is known by a number takes none', () => {
  const attempts = new RetryGroups(1000);
  expect(attempts.count('four', 1, OCCASION).burden).toBe(4);
  expect(attempts.count(4, 2, OCCASION).burden).toBe(0);
});

test('a clock that was set back gives a gap below zero, and beyond the window another occasion', () => {
  const attempts = new RetryGroups(1000);
  attempts.count('x', 1, { ...OCCASION, at: 5000, realAt: 10 });
  const again = attempts.count('x', 2, { ...OCCASION, at: 4000, realAt: 12 });
  expect(again).toMatchObject({ attempt: 2, gapMs: -1000, realGapMs: 2 });
  expect(attempts.count('x', 3, { ...OCCASION, at: 2999 })).toMatchObject({ attempt: 1, gapMs: undefined });
});
