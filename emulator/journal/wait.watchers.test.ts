/** Waits of one account see added and completed entries, each in its own turn of the event loop. */

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { append } from '../../test/support/journal/some-log.ts';
import type { Entry } from './entry.ts';
import { createJournal } from './journal.ts';
import type { LogBounds } from './log.ts';
import { createRecording } from './recorder.ts';
import { createRedactors } from './redact.ts';

const FAR = { timeoutMs: 60_000 };

function rig(bounds: Partial<LogBounds> = {}) {
  const recording = createRecording({
    isOn: true,
    bounds: { entriesPerAccount: 1000, bytesPerAccount: 1e9, bytes: 1e9, retryWindowMs: 1000, ...bounds },
    bodyLimit: 100,
    redactors: createRedactors([]),
    findCommitted: async () => undefined,
    realNow: () => 0,
    monotonic: () => performance.now(),
    reportCrash: () => undefined,
  });
  const { log } = recording;
  const { wait } = createJournal(recording).of('a');
  const add = (count: number) =>
    append(log, ...Array.from({ length: count }, (_, nth) => ({ requestId: String(nth) })));
  /** Waits until `last` returns true. `seen` lists what the wait has read of each entry. */
  const watch = <Seen>(read: (entry: Entry) => Seen, last: (seen: Seen) => boolean, since?: number) => {
    const seen: Seen[] = [];
    const over = wait({ filter: (entry) => last(seen[seen.push(read(entry)) - 1] as Seen) }, { ...FAR, since });
    return { seen, over };
  };
  return { log, add, wait, watch };
}

const seqOf = ({ seq }: Entry): number => seq;

test('each wait reads what is behind its own cursor, each entry once, also while others read', async () => {
  const { add, watch } = rig();
  add(300);
  const [all, some] = [watch(seqOf, (seq) => seq === 302), watch(seqOf, (seq) => seq === 302, 200)];
  await expect.poll(() => all.seen.length).toBeGreaterThan(0);
  const late = watch(seqOf, (seq) => seq === 302, 299);
  add(1);
  await expect.poll(() => late.seen).toEqual([300, 301]);
  add(1);
  await Promise.all([all.over, some.over, late.over]);
  expect(all.seen).toEqual(Array.from({ length: 302 }, (_, nth) => 1 + nth));
  expect(some.seen).toEqual(Array.from({ length: 102 }, (_, nth) => 201 + nth));
});

test('an entry that was evicted before it could be read is left out', async () => {
  const { add, watch } = rig({ entriesPerAccount: 4 });
  const { seen, over } = watch(seqOf, (seq) => seq === 51);
  add(1);
  await expect.poll(() => seen).toEqual([1]);
  add(50);
  expect(await over).toMatchObject({ held: true, entries: [{ seq: 51 }] });
  expect(seen.length).toBeLessThanOrEqual(5);
});

test('matching entries that were evicted do not count', async () => {
  const { add, wait } = rig({ entriesPerAccount: 4 });
  const over = wait({ filter: ({ seq }) => seq < 5 || seq === 51, count: 5 }, { timeoutMs: 200 });
  add(4);
  await new Promise((resolve) => setTimeout(resolve, 50));
  add(47);
  expect(await over).toMatchObject({ held: false, why: expect.stringMatching(/^1 of [1-4] entries match/) });
});

test('an entry that is completed is read again, also if a later entry was read before', async () => {
  const { log, add, watch } = rig();
  const [first] = add(1);
  const { seen, over } = watch(
    ({ seq, response }) => [seq, response.bytes_sent],
    ([seq]) => seq === 4,
  );
  add(2);
  await expect
    .poll(() => seen)
    .toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
  if (first !== undefined) log.complete(first, { bytesSent: 7, isAborted: false, totalMs: 1 });
  await expect.poll(() => seen.at(-1)).toEqual([1, 7]);
  add(1);
  await over;
  expect(seen).toHaveLength(5);
});

test('of many waits that end at once, four at most end in each turn of the event loop', async () => {
  const { add, wait } = rig();
  let ended = 0;
  const waits = Array.from({ length: 20 }, () => wait({ filter: {} }, FAR).then(() => (ended += 1)));
  add(1);
  for (let turn = 0; turn < 5; turn += 1) {
    const before = ended;
    await endOfTurn();
    expect(ended - before).toBeLessThanOrEqual(4);
  }
  await Promise.all(waits);
  expect(ended).toBe(20);
});
