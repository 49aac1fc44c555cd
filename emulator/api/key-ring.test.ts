/** Issued keys: bounded in number, and given up for accounts that are no longer open. */

import { expect, test } from 'vitest';
import { createKeyRing, type KeyEntry } from './key-ring.ts';

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
  return { name, setUp: '', settings, hasOwnClock: true };
}

test('a full ring issues again once the keys of accounts that are not open are given up', () => {
  const ring = createKeyRing([], (key) => key);
  const issued = Array.from({ length: 50_000 }, (_, at) => ring.issue(`key-${at}`, entryOf(`account-${at}`)));
  expect(new Set(issued)).toEqual(new Set(['issued']));
  expect(ring.issue('one-more', entryOf('one-more'))).toBe('full');
  ring.keepOpen((account) => account === 'account-7');
  expect(ring.issue('one-more', entryOf('one-more'))).toBe('issued');
  expect([ring.find('key-7')?.name, ring.find('key-8')]).toEqual(['account-7', undefined]);
});
