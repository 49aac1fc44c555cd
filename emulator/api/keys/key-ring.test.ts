/** Tests the bound of issued keys, and that keys of closed accounts are revoked. */

import { expect, test } from 'vitest';
import { createIssuedKeys, createKeyRing, type KeyEntry } from './key-ring.ts';

function entryOf(name: string): KeyEntry {
  const settings = {
    balance: 0,
    latency: { profile: 'fast' },
    seed: 0,
    settle: 'on_poll',
    limits: 'off',
    clock: { mode: 'real' },
    wire: 'real',
  } as const;
  return { name, settings };
}

test('a full ring issues again once the keys of accounts that are not open are given up', async () => {
  const ring = createKeyRing([], (key) => key, createIssuedKeys());
  const issued = await Promise.all(
    Array.from({ length: 50_000 }, (_, at) => ring.issue(`key-${at}`, entryOf(`account-${at}`))),
  );
  expect(new Set(issued)).toEqual(new Set(['issued']));
  expect(await ring.issue('one-more', entryOf('one-more'))).toBe('full');
  await ring.revoke((account) => account !== 'account-7');
  expect(await ring.issue('one-more', entryOf('one-more'))).toBe('issued');
  expect([(await ring.find('key-7'))?.name, await ring.find('key-8')]).toEqual(['account-7', null]);
});
