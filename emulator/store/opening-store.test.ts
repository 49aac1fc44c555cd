import { expect, test } from 'vitest';
import { StoreUnavailable, type BoundedStore } from '../domain/store.ts';
import { NO_BOUND, testAccount } from '../../test/support/domain/accounts.ts';
import { createMemoryStore } from './memory.ts';
import { createOpeningStore } from './opening-store.ts';

const BOUNDS = { accounts: 2, idleMs: 100, generations: 4, generationsPerAccount: 3, ...NO_BOUND };

function withResolvers(): { promise: Promise<BoundedStore>; resolve: (store: BoundedStore) => void } {
  const settled: ((store: BoundedStore) => void)[] = [];
  const promise = new Promise<BoundedStore>((resolve) => settled.push(resolve));
  return { promise, resolve: (store) => settled[0]?.(store) };
}

test('questions wait until the store is open, and go straight to it from then on', async () => {
  const { promise, resolve } = withResolvers();
  const store = createOpeningStore(promise, BOUNDS);
  const account = testAccount();
  const opening = store.replace('a', { after: account, realNow: 0 });
  const entering = store.enter('a', 0);
  resolve(createMemoryStore(BOUNDS));
  expect([await opening, await entering, await store.enter('a', 0)]).toEqual(['kept', account, account]);
});

test('a request that begins while the store opens waits for its write, too', async () => {
  const { promise, resolve } = withResolvers();
  const store = createOpeningStore(promise, BOUNDS);
  const written = store.track?.();
  let write = (): void => undefined;
  const ended = new Promise<void>((done) => (write = done));
  resolve({ ...createMemoryStore(BOUNDS), track: () => async () => ended });
  let isAnswered = false;
  const answering = written?.('a').then(() => (isAnswered = true));
  await store.enter('a', 0);
  expect([answering === undefined, isAnswered]).toEqual([false, false]);
  write();
  await answering;
  expect(isAnswered).toBe(true);
});

test('whoever asks a store that cannot be opened gets the reason', async () => {
  const store = createOpeningStore(Promise.reject(new Error('The folder is locked.')), BOUNDS);
  await expect(store.enter('a', 0)).rejects.toThrow(new StoreUnavailable('The folder is locked.'));
  await store.close?.();
});
