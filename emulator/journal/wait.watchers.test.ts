/** Watchers of an account see added and completed entries. */

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { append, someLog } from '../../test/support/journal/some-log.ts';
import type { Entry } from './entry.ts';
import { createWatch } from './wait.ts';

type Watcher = ReturnType<ReturnType<typeof createWatch>>;

const LONG = 2 ** 31;

function rig(bounds: Parameters<typeof someLog>[0] = {}) {
  const log = someLog(bounds);
  const add = (...ids: string[]): void => void append(log, ...ids.map((requestId) => ({ requestId })));
  return { watch: createWatch({ log, follow: () => () => undefined }), log, add };
}

/** Resolves when all watchers go on. */
async function all(...watchers: readonly Watcher[]): Promise<void> {
  await Promise.all(watchers.map((watcher) => watcher.next(LONG)));
}

test('all watchers get the same entry, and only those go on that it wakes', async () => {
  const { watch, add } = rig();
  const seen: Entry[] = [];
  const watchers = [0, 0].map((cursor) => watch('a', cursor, (entry) => seen.push(entry) > 2));
  await all(...watchers);
  add('1');
  await expect.poll(() => seen.length).toBe(2);
  expect(seen[0]).toBe(seen[1]);
  const woken = all(...watchers);
  add('2');
  await woken;
  expect(seen).toHaveLength(4);
  watchers.forEach((watcher) => watcher.close());
});

test('those who start at the same time share what is decoded, and each gets what is behind its own cursor', async () => {
  const { watch, add } = rig();
  add('1', '2', '3');
  const read: Entry[][] = [[], [], []];
  const watchers = [0, 2, 0].map((cursor, nth) => watch('a', cursor, (entry) => read[nth]?.push(entry) === 0));
  await all(...watchers);
  expect(read.map((entries) => entries.map(({ seq }) => seq))).toEqual([[1, 2, 3], [3], [1, 2, 3]]);
  expect(read[0]?.[2]).toBe(read[1]?.[0]);
  watchers.forEach((watcher) => watcher.close());
});

test('a watcher that starts while others read gets all entries, too, each once', async () => {
  const { watch, add } = rig();
  add(...Array.from({ length: 300 }, (_, nth) => String(nth)));
  const late: number[] = [];
  const watchers: Watcher[] = [];
  const first = watch('a', 0, ({ seq }) => {
    if (seq === 100) watchers.push(watch('a', 200, (entry) => late.push(entry.seq) === 0));
    return false;
  });
  await all(first);
  await all(...watchers);
  expect(late).toEqual(Array.from({ length: 100 }, (_, nth) => 201 + nth));
  [first, ...watchers].forEach((watcher) => watcher.close());
});

test('nothing wakes a watcher before it has all entries that exist', async () => {
  const { watch, log, add } = rig();
  add(...Array.from({ length: 50 }, (_, nth) => String(nth)));
  let seen = 0;
  const watcher = watch('a', 0, () => (seen += 1) > 0);
  log.notify('a');
  await all(watcher);
  expect(seen).toBe(50);
  watcher.close();
});

test('an entry that was evicted before it could be shown is left out', async () => {
  const { watch, add } = rig({ entriesPerAccount: 4 });
  const seen: number[] = [];
  const watcher = watch('a', 0, ({ seq }) => seen.push(seq) > 0);
  await all(watcher);
  add(...Array.from({ length: 50 }, (_, nth) => String(nth)));
  await expect.poll(() => seen.at(-1)).toBe(50);
  expect(seen.length).toBeLessThanOrEqual(4);
  watcher.close();
});

test('an entry that is completed while others are shown is shown again', async () => {
  const { watch, log } = rig();
  const seen: unknown[] = [];
  const [appended] = append(log, { requestId: '1' });
  const watcher = watch('a', 1, ({ response }) => seen.push(response.bytes_sent) > 3);
  await all(watcher);
  append(log, { requestId: '2' }, { requestId: '3' });
  const woken = all(watcher);
  await expect.poll(() => seen).toEqual([null, null]);
  if (appended !== undefined) log.complete(appended, { bytesSent: 7, isAborted: false, totalMs: 1 });
  append(log, { requestId: '4' });
  await woken;
  expect(seen).toEqual([null, null, 7, null]);
  watcher.close();
});

test('of many who are woken four at most go on in each turn of the event loop', async () => {
  const { watch, log } = rig();
  let awake = 0;
  const watchers = Array.from({ length: 20 }, () => watch('a', 0, () => false));
  await all(...watchers);
  const waits = watchers.map((watcher) => watcher.next(LONG).then(() => (awake += 1)));
  log.notify('a');
  for (let turn = 0; turn < 5; turn += 1) {
    const before = awake;
    await endOfTurn();
    expect(awake - before).toBeLessThanOrEqual(4);
  }
  expect(awake).toBeGreaterThan(0);
  await Promise.all(waits);
  watchers.forEach((watcher) => watcher.close());
});
