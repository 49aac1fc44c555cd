/** The journal stays quick and small whatever comes: open waits, labels without number, long secrets. */

import { expect, test } from 'vitest';

import { testEmulator } from '../../test/support/journal/test-emulator.ts';

const FAR = { timeoutMs: 60_000 };

test('three hundred open waits look at each new entry and at nothing else', async () => {
  const { emulator, ask } = testEmulator();
  const { journal } = emulator.account('a');
  for (let at = 0; at < 50; at += 1) await ask('GET', `/v1/videos/${at}`);
  let looks = 0;
  let isOver = false;
  const filter = (): boolean => {
    looks += 1;
    return isOver;
  };
  const waits = Array.from({ length: 300 }, () => journal.wait({ filter }, FAR));
  // Waits are woken in the order of their beginning, so the other waits have looked when this wait ends.
  const last = journal.wait({ filter: { path: '/v1/videos/none' }, count: 10 }, FAR);
  await expect.poll(() => looks).toBe(300 * 50);
  const headers = { authorization: 'Bearer sk_standin_b' };
  for (let at = 0; at < 10; at += 1) await ask('GET', '/v1/videos/other', { headers });
  expect(looks).toBe(300 * 50);
  for (let at = 0; at < 10; at += 1) await ask('GET', '/v1/videos/none');
  await last;
  // Once when it is added, once when its answer has left.
  expect(looks).toBeGreaterThan(300 * 50);
  expect(looks).toBeLessThanOrEqual(300 * (50 + 2 * 10));
  isOver = true;
  await ask('GET', '/v1/videos/last');
  for (const report of await Promise.all(waits)) expect(report).toMatchObject({ held: true });
});

test('a label for each request leaves no more than the bound of all accounts', async () => {
  const { emulator, ask } = testEmulator({ journalMebibytes: 1, maxAccounts: 2000 });
  for (let at = 0; at < 1000; at += 1) {
    await ask('GET', '/v1/videos/none', { headers: { authorization: `Bearer sk_standin_label-${at}` } });
  }
  const accounts = emulator.journal.accounts();
  // An account with one entry takes a segment of 4 KiB and some more on the heap.
  expect(accounts.length).toBeLessThan(1_048_576 / 4096);
  expect(accounts.length).toBeGreaterThan(100);
  expect(accounts.at(-1)).toBe('label-999');
});
