/** The log keeps entries in order, and evicts the oldest ones above its bounds. */

import { expect, test } from 'vitest';

import { toEntry } from './entry.ts';
import { Log } from './log.ts';
import { isKept } from './log-segment.ts';
import { append, entriesOf, idsOf, someLog } from '../../test/support/journal/some-log.ts';

const END = { bytesSent: 3, isAborted: false, totalMs: 7 };
const KIBIBYTE = 1024;

test('entries keep the order in which they came, each account for itself', () => {
  const log = someLog();
  append(
    log,
    { requestId: '1' },
    { requestId: '2', account: 'b' },
    { requestId: '3' },
    { requestId: '4', account: null },
  );
  expect(idsOf(log)).toEqual(['1', '3']);
  expect(idsOf(log, 'b')).toEqual(['2']);
  expect(idsOf(log, null)).toEqual(['4']);
  expect(idsOf(log, 'nobody')).toEqual([]);
  expect(log.accounts()).toEqual(['a', 'b', null]);
});

test('a cursor gives what came after it, in whatever segment that is', () => {
  const log = someLog();
  const ids = Array.from({ length: 100 }, (_, at) => String(at + 1));
  append(log, ...ids.map((requestId) => ({ requestId })));
  for (const cursor of [0, 1, 7, 50, 99, 100]) expect(idsOf(log, 'a', cursor)).toEqual(ids.slice(cursor));
  expect(log.cursor()).toBe(100);
});

test('over the entries of an account its oldest are evicted, and no other account loses any', () => {
  const log = someLog({ entriesPerAccount: 2 });
  append(log, { requestId: 'b', account: 'b' }, { requestId: '1' }, { requestId: '2' }, { requestId: '3' });
  expect(idsOf(log)).toEqual(['2', '3']);
  expect(idsOf(log, 'b')).toEqual(['b']);
  expect(log.evictedThrough('a')).toBe(2);
  expect(log.evictedThrough('b')).toBe(0);
});

test('an account that is full keeps at least seven eighths of the entries that it may', () => {
  const log = someLog({ entriesPerAccount: 80 });
  for (let at = 1; at <= 500; at += 1) {
    append(log, { requestId: String(at) });
    const kept = idsOf(log).length;
    expect(kept).toBeLessThanOrEqual(80);
    expect(kept).toBeGreaterThanOrEqual(Math.min(at, 70));
  }
});

test('over the bytes of an account its oldest are evicted, but the newest always stays', () => {
  const log = someLog({ bytesPerAccount: 16 * KIBIBYTE });
  const small = Array.from({ length: 30 }, (_, at) => ({ requestId: String(at), requestBody: 'x'.repeat(700) }));
  append(log, ...small);
  const ids = idsOf(log);
  expect(ids.length).toBeLessThan(16);
  expect(ids).toEqual(small.slice(-ids.length).map(({ requestId }) => requestId));
  append(log, { requestId: 'large', requestBody: 'x'.repeat(100 * KIBIBYTE) });
  expect(idsOf(log)).toEqual(['large']);
  append(log, { requestId: 'next' });
  expect(idsOf(log)).toEqual(['next']);
});

test('the text that identifies a retry group counts, too', () => {
  const bytesOf = (target: string): number => {
    const log = someLog();
    append(log, { target });
    return log.bytes;
  };
  expect(bytesOf('/v1/videos/100000000') - bytesOf('/v1/videos/1')).toBe(8);
});

test('over the bytes of all accounts the largest one loses its oldest entries, and a small one nothing', () => {
  const log = someLog({ bytes: 256 * KIBIBYTE });
  append(log, { requestId: 'b1', account: 'b' });
  const busy = Array.from({ length: 2000 }, (_, at) => ({ requestId: String(at), responseBody: 'x'.repeat(300) }));
  append(log, ...busy);
  append(log, { requestId: 'b2', account: 'b' });
  expect(log.bytes).toBeLessThanOrEqual(256 * KIBIBYTE);
  const ids = idsOf(log);
  expect(ids.length).toBeLessThan(busy.length);
  expect(ids).toEqual(busy.slice(-ids.length).map(({ requestId }) => requestId));
  expect(idsOf(log, 'b')).toEqual(['b1', 'b2']);
});

test('among equally large accounts, the account that reached this size first makes room', () => {
  const log = someLog({ bytes: 64 * KIBIBYTE });
  const accounts = Array.from({ length: 30 }, (_, at) => `account-${at}`);
  append(log, ...accounts.map((account) => ({ account })));
  const kept = log.accounts();
  expect(kept.length).toBeGreaterThan(5);
  expect(kept).toEqual(accounts.slice(-kept.length));
});

test('a label for each request stays within the bytes of all accounts, with what an account takes beside its entries', () => {
  const log = someLog({ bytes: 1024 * KIBIBYTE });
  for (let at = 0; at < 2000; at += 1) {
    append(log, { account: `label-${at}`, requestBody: '€'.repeat(at % 700) });
    expect(log.bytes).toBeLessThanOrEqual(1024 * KIBIBYTE);
  }
  expect(log.accounts().length).toBeGreaterThan(100);
  for (const account of log.accounts()) log.clear(account);
  expect(log.bytes).toBe(0);
});

test('the newest entry stays even if it alone exceeds every bound', () => {
  const log = someLog({ bytesPerAccount: 10, bytes: 10 });
  append(log, { requestId: '1', account: 'b' }, { requestId: '2' }, { requestId: '3' });
  expect(log.accounts()).toEqual(['a']);
  expect(idsOf(log)).toEqual(['3']);
});

test('the memory of a segment that is evicted is used again', () => {
  const log = someLog({ entriesPerAccount: 800 });
  const memory = new Set();
  for (let at = 0; at < 20_000; at += 1) {
    const [appended] = append(log, { responseBody: 'x'.repeat(300) });
    if (at >= 10_000) memory.add(appended?.segment.bytes);
  }
  expect(memory.size).toBeLessThan(20);
});

test('an account whose entries are all gone leaves nothing, and its cursors still tell that something was lost', () => {
  const log = someLog();
  append(log, { requestId: '1' }, { requestId: '2' });
  log.clear('a');
  expect(log.accounts()).toEqual([]);
  append(log, { requestId: '3' });
  expect(idsOf(log)).toEqual(['3']);
  expect(log.evictedThrough('a')).toBe(2);
  log.clear('nobody');
  expect(idsOf(log)).toEqual(['3']);
});

test('an entry is found by the id of its request, whichever account it was for', () => {
  const log = someLog();
  append(log, { requestId: 'x1' }, { requestId: 'x12', account: null }, { requestId: 'x2', account: 'b' });
  const found = (id: string): unknown => {
    const reference = log.find(id);
    return reference && toEntry(reference).account;
  };
  expect(['x1', 'x12', 'x2', 'x', ''].map(found)).toEqual(['a', null, 'b', undefined, undefined]);
});

test('a reference is invalid after the eviction of its entry, and later ends do not complete other entries', () => {
  const log = someLog({ entriesPerAccount: 2 });
  const appended = append(log, { requestId: '1' }, { requestId: '2' }, { requestId: '3' });
  expect(appended.map(isKept)).toEqual([false, true, true]);
  for (const reference of appended.slice(0, 2)) log.complete(reference, END);
  expect(entriesOf(log)).toMatchObject([
    { request_id: '2', response: { bytes_sent: 3 }, is_aborted: false, timing: { total_ms: 7 } },
    { request_id: '3', response: { bytes_sent: null }, is_aborted: null, timing: { total_ms: null } },
  ]);
  log.clear('a');
  append(log, { requestId: '4' });
  expect(appended.map(isKept)).toEqual([false, false, false]);
  for (const reference of appended) log.complete(reference, END);
  expect(entriesOf(log)).toMatchObject([{ request_id: '4', response: { bytes_sent: null } }]);
});

test('whatever is read, what is still to come is written first', () => {
  let flushed = 0;
  const bounds = { entriesPerAccount: 9, bytesPerAccount: 1e9, bytes: 1e9, retryWindowMs: 0 };
  const log = new Log(bounds, () => (flushed += 1));
  const reads = [
    () => log.after('a', 0),
    () => log.find('1'),
    () => log.evictedThrough('a'),
    () => log.accounts(),
    () => log.cursor(),
    () => log.clear('a'),
  ];
  reads.forEach((read, nth) => {
    read();
    expect(flushed).toBe(nth + 1);
  });
});
