/** What the journal keeps, in which order, and what makes room. */

import { expect, test } from 'vitest';

import { createChapters, type Chapters, type JournalBounds } from './chapters.ts';
import type { RawFacts } from './raw-entry.ts';
import { anEntry } from './testing/an-entry.ts';

const WEIGHT = anEntry().weight;

function chapters(bounds: Partial<JournalBounds> = {}): Chapters {
  return createChapters({
    entriesPerAccount: 100,
    bytesPerAccount: 1e9,
    bytes: 1e9,
    retryWindowMs: 1000,
    ...bounds,
  });
}

function append(kept: Chapters, ...all: Partial<RawFacts>[]): void {
  for (const facts of all) kept.append(anEntry(facts));
}

function idsIn(kept: Chapters, account: string | null = 'a', cursor = 0): string[] {
  return Array.from(kept.after(account, cursor), ({ facts }) => facts.requestId);
}

test('entries keep the order in which they came, each account for itself', () => {
  const kept = chapters();
  append(
    kept,
    { requestId: '1' },
    { requestId: '2', account: 'b' },
    { requestId: '3' },
    { requestId: '4', account: null },
  );
  expect(idsIn(kept)).toEqual(['1', '3']);
  expect(idsIn(kept, 'b')).toEqual(['2']);
  expect(idsIn(kept, null)).toEqual(['4']);
  expect(idsIn(kept, 'nobody')).toEqual([]);
  expect(kept.accounts()).toEqual(['a', 'b', null]);
});

test('a cursor gives what came after it', () => {
  const kept = chapters();
  append(kept, { requestId: '1' }, { requestId: '2', account: 'b' });
  const cursor = kept.cursor();
  append(kept, { requestId: '3' });
  expect(idsIn(kept, 'a', cursor)).toEqual(['3']);
});

test('over the number of an account its oldest make room, and no other account does', () => {
  const kept = chapters({ entriesPerAccount: 2 });
  append(kept, { requestId: 'b', account: 'b' }, { requestId: '1' }, { requestId: '2' }, { requestId: '3' });
  expect(idsIn(kept)).toEqual(['2', '3']);
  expect(idsIn(kept, 'b')).toEqual(['b']);
  expect(kept.lostThrough('a')).toBe(2);
  expect(kept.lostThrough('b')).toBe(0);
});

test('over the size of an account its oldest make room, but the newest always stays', () => {
  const kept = chapters({ bytesPerAccount: 2 * WEIGHT });
  append(kept, { requestId: '1' }, { requestId: '2' }, { requestId: '3' });
  expect(idsIn(kept)).toEqual(['2', '3']);
  append(kept, { requestId: '4', requestBody: 'x'.repeat(10 * WEIGHT) });
  expect(idsIn(kept)).toEqual(['4']);
});

test('over the size of the whole journal the oldest of all makes room, whosever it is', () => {
  const kept = chapters({ bytes: 3 * WEIGHT });
  append(kept, { requestId: 'b1', account: 'b' }, { requestId: '1' }, { requestId: 'b2', account: 'b' });
  append(kept, { requestId: '2' });
  expect(idsIn(kept, 'b')).toEqual(['b2']);
  append(kept, { requestId: '3' });
  expect(idsIn(kept)).toEqual(['2', '3']);
  expect(idsIn(kept, 'b')).toEqual(['b2']);
});

test('making room in one account in the middle leaves the order of the others whole', () => {
  const kept = chapters({ entriesPerAccount: 1, bytes: 3 * WEIGHT });
  append(
    kept,
    { requestId: 'b', account: 'b' },
    { requestId: '1' },
    { requestId: 'c', account: 'c' },
    { requestId: '2' },
  );
  expect(kept.accounts()).toEqual(['b', 'a', 'c']);
  append(kept, { requestId: 'd', account: 'd' });
  expect(kept.accounts()).toEqual(['a', 'c', 'd']);
  append(kept, { requestId: 'e', account: 'e' });
  expect(kept.accounts()).toEqual(['a', 'd', 'e']);
});

test('an account whose entries are all gone leaves nothing, and its cursors still tell that something was lost', () => {
  const kept = chapters();
  append(kept, { requestId: '1' }, { requestId: '2' });
  kept.clear('a');
  expect(kept.accounts()).toEqual([]);
  append(kept, { requestId: '3' });
  expect(idsIn(kept)).toEqual(['3']);
  expect(kept.lostThrough('a')).toBe(2);
  kept.clear('nobody');
  expect(idsIn(kept)).toEqual(['3']);
});

function attemptsIn(kept: Chapters): [number, number | undefined][] {
  return Array.from(kept.after('a', 0), ({ attempt, gapMs }) => [attempt, gapMs]);
}

test('the same request within the window is another attempt, after it a first one', () => {
  const kept = chapters();
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
  const kept = chapters();
  const post = { method: 'POST', target: '/v1/videos' };
  append(kept, {}, { method: 'HEAD' }, { ...post, bodyHash: 'x' }, { ...post, bodyHash: 'y' }, { account: 'b' });
  append(kept, { ...post, bodyHash: 'x', at: 7, realAt: 9 });
  expect(attemptsIn(kept).map(([attempt]) => attempt)).toEqual([1, 1, 1, 1, 2]);
  expect(Array.from(kept.after('a', 0)).at(-1)).toMatchObject({ gapMs: 7, realGapMs: 9 });
});

test('an Idempotency-Key makes creates attempts at one thing, whatever their bodies and however late', () => {
  const kept = chapters();
  const create = { method: 'POST', target: '/v1/videos', idempotencyKey: 'k' };
  append(kept, { ...create, bodyHash: 'x' }, { ...create, bodyHash: 'y', at: 86_400_000 });
  append(kept, { ...create, idempotencyKey: 'other', bodyHash: 'x' });
  expect(attemptsIn(kept)).toEqual([
    [1, undefined],
    [2, 86_400_000],
    [1, undefined],
  ]);
});

test('an attempt whose former one has made room is a first one', () => {
  const kept = chapters({ entriesPerAccount: 1 });
  append(kept, { target: '/1' }, { target: '/2' }, { target: '/1' });
  expect(attemptsIn(kept)).toEqual([[1, undefined]]);
});
