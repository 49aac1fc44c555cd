/** Watchers of an account see added and completed entries. */

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { append, someLog } from '../../test/support/journal/some-log.ts';
import { createWatch } from './watchers.ts';

const LONG = 2 ** 31;

function rig(bounds: Parameters<typeof someLog>[0] = {}) {
  const log = someLog(bounds);
  const add = (...ids: string[]): void => void append(log, ...ids.map((requestId) => ({ requestId })));
  return { watch: createWatch({ log, follow: () => () => undefined }), log, add };
}

test('all watchers get the same entry, and only those go on that it wakes', async () => {
  const { watch, add } = rig();
  const seen: unknown[] = [];
  const [first, second] = [watch('a'), watch('a')];
  for (const watcher of [first, second]) watcher.onEntry = (entry) => seen.push(entry) > 2;
  add('1');
  await expect.poll(() => seen.length).toBe(2);
  expect(seen[0]).toBe(seen[1]);
  const [one, other] = [first.next(LONG), second.next(LONG)];
  add('2');
  await Promise.all([one, other]);
  expect(seen).toHaveLength(4);
  first.close();
  second.close();
});

test('those who read at the same time share what is decoded, and each gets what is behind its own cursor', async () => {
  const { watch, add } = rig();
  add('1', '2', '3');
  const watcher = watch('a');
  const read: { readonly seq: number }[][] = [[], [], []];
  await Promise.all([0, 2, 0].map((cursor, nth) => watcher.readAll(cursor, (entry) => read[nth]?.push(entry))));
  expect(read.map((entries) => entries.map(({ seq }) => seq))).toEqual([[1, 2, 3], [3], [1, 2, 3]]);
  expect(read[0]?.[2]).toBe(read[1]?.[0]);
  watcher.close();
});

test('an entry that was evicted before it could be shown is left out', async () => {
  const { watch, add } = rig({ entriesPerAccount: 4 });
  const seen: number[] = [];
  const watcher = watch('a');
  watcher.onEntry = ({ seq }) => seen.push(seq) > 0;
  add(...Array.from({ length: 50 }, (_, nth) => String(nth)));
  await expect.poll(() => seen.at(-1)).toBe(50);
  expect(seen.length).toBeLessThanOrEqual(4);
  watcher.close();
});

test('an entry that is completed while others are shown is shown again', async () => {
  const { watch, log } = rig();
  const seen: unknown[] = [];
  const [appended] = append(log, { requestId: '1' });
  const watcher = watch('a');
  watcher.onEntry = ({ response }) => seen.push(response.bytes_sent) > 3;
  append(log, { requestId: '2' }, { requestId: '3' });
  const woken = watcher.next(LONG);
  await expect.poll(() => seen).toEqual([null, null]);
  appended?.complete({ bytesSent: 7, isAborted: false, totalMs: 1 });
  append(log, { requestId: '4' });
  await woken;
  expect(seen).toEqual([null, null, 7, null]);
  watcher.close();
});

test('of many who are woken four at most go on in each turn of the event loop', async () => {
  const { watch, log } = rig();
  let awake = 0;
  const watchers = Array.from({ length: 20 }, () => watch('a'));
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
