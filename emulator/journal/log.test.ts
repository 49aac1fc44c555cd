/** What the journal keeps, in which order, and what makes room. */

import { expect, test } from 'vitest';

import { append, entriesIn, idsIn, someLog, weightOf } from './testing/some-log.ts';
import { decodeEntry } from './entry-decoder.ts';

/** Of an entry whose request id has two characters, of an account whose name has one. */
const WEIGHT = weightOf({ requestId: '00' });
const DELIVERY = { bytesSent: 3, isAborted: false, totalMs: 7 };

test('entries keep the order in which they came, each account for itself', () => {
  const kept = someLog();
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
  const kept = someLog();
  append(kept, { requestId: '1' }, { requestId: '2', account: 'b' });
  const cursor = kept.cursor();
  append(kept, { requestId: '3' });
  expect(idsIn(kept, 'a', cursor)).toEqual(['3']);
});

test('over the number of an account its oldest make room, and no other account does', () => {
  const kept = someLog({ entriesPerAccount: 2 });
  append(kept, { requestId: 'b', account: 'b' }, { requestId: '1' }, { requestId: '2' }, { requestId: '3' });
  expect(idsIn(kept)).toEqual(['2', '3']);
  expect(idsIn(kept, 'b')).toEqual(['b']);
  expect(kept.evictedThrough('a')).toBe(2);
  expect(kept.evictedThrough('b')).toBe(0);
});

test('over the size of an account its oldest make room, but the newest always stays', () => {
  const kept = someLog({ bytesPerAccount: 2 * WEIGHT });
  append(kept, { requestId: '01' }, { requestId: '02' }, { requestId: '03' });
  expect(idsIn(kept)).toEqual(['02', '03']);
  append(kept, { requestId: '04', requestBody: 'x'.repeat(10 * WEIGHT) });
  expect(idsIn(kept)).toEqual(['04']);
});

test('the memory of what was asked weighs too', () => {
  const [short, long] = ['/v1/videos/1', '/v1/videos/100000000'];
  // Once in the entry itself, once to know the next attempt by.
  expect(weightOf({ target: long }) - weightOf({ target: short })).toBe(2 * (long.length - short.length));
});

test('over the size of the whole journal the oldest of all makes room, whosever it is', () => {
  const kept = someLog({ bytes: 3 * WEIGHT });
  append(kept, { requestId: 'b1', account: 'b' }, { requestId: '01' }, { requestId: 'b2', account: 'b' });
  append(kept, { requestId: '02' });
  expect(idsIn(kept, 'b')).toEqual(['b2']);
  append(kept, { requestId: '03' });
  expect(idsIn(kept)).toEqual(['02', '03']);
  expect(idsIn(kept, 'b')).toEqual(['b2']);
});

test('making room in one account in the middle leaves the order of the others whole', () => {
  const kept = someLog({ entriesPerAccount: 1, bytes: 3 * WEIGHT });
  append(
    kept,
    { requestId: '0b', account: 'b' },
    { requestId: '01' },
    { requestId: '0c', account: 'c' },
    { requestId: '02' },
  );
  expect(kept.accounts()).toEqual(['b', 'a', 'c']);
  append(kept, { requestId: '0d', account: 'd' });
  expect(kept.accounts()).toEqual(['a', 'c', 'd']);
  append(kept, { requestId: '0e', account: 'e' });
  expect(kept.accounts()).toEqual(['a', 'd', 'e']);
});

test('an account whose entries are all gone leaves nothing, and its cursors still tell that something was lost', () => {
  const kept = someLog();
  append(kept, { requestId: '1' }, { requestId: '2' });
  kept.clear('a');
  expect(kept.accounts()).toEqual([]);
  append(kept, { requestId: '3' });
  expect(idsIn(kept)).toEqual(['3']);
  expect(kept.evictedThrough('a')).toBe(2);
  kept.clear('nobody');
  expect(idsIn(kept)).toEqual(['3']);
});

test('an entry is found by the id of its request, whosever it is', () => {
  const kept = someLog();
  append(kept, { requestId: 'x1' }, { requestId: 'x12', account: null }, { requestId: 'x2', account: 'b' });
  const found = (id: string): unknown => {
    const spot = kept.find(id);
    return spot && decodeEntry(spot).facts.account;
  };
  expect(['x1', 'x12', 'x2', 'x', ''].map(found)).toEqual(['a', null, 'b', undefined, undefined]);
});

test('how an answer left is added to its entry, and to no other once that has made room', () => {
  const kept = someLog({ entriesPerAccount: 2 });
  const completions = append(kept, { requestId: '1' }, { requestId: '2' }, { requestId: '3' });
  for (const complete of completions.slice(0, 2)) complete(DELIVERY);
  expect(entriesIn(kept)).toMatchObject([
    { facts: { requestId: '2' }, ...DELIVERY },
    { facts: { requestId: '3' }, bytesSent: undefined, isAborted: undefined, totalMs: undefined },
  ]);
  kept.clear('a');
  append(kept, { requestId: '4' });
  for (const complete of completions) complete(DELIVERY);
  expect(entriesIn(kept)).toMatchObject([{ facts: { requestId: '4' }, bytesSent: undefined }]);
});
