/** A store that is still opening: calls wait until it is open, or get the reason why it cannot be opened. */

import { StoreUnavailable, type BoundedStore } from '../domain/store.ts';
import type { StoreBounds } from './memory.ts';

/** The port to a store that opens. */
export function createOpeningStore(opening: Promise<BoundedStore>, bounds: StoreBounds): BoundedStore {
  let open: BoundedStore | undefined;
  const opened = opening.then(
    (store) => (open = store),
    (cause: unknown) => {
      throw new StoreUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
    },
  );
  // Each call rejects with it.
  opened.catch(() => undefined);
  return {
    enter: async (name, realNow, expected) => (open ?? (await opened)).enter(name, realNow, expected),
    commit: async (account, changes) => (open ?? (await opened)).commit(account, changes),
    replace: async (name, replacement) => (open ?? (await opened)).replace(name, replacement),
    list: async () => (await opened).list(),
    discard: async (name) => (await opened).discard?.(name),
    get track() {
      if (open !== undefined) return open.track?.bind(open);
      // Tracks from the moment when the store is open: before that, nothing is committed.
      const tracked = opened.then((store) => store.track?.());
      tracked.catch(() => undefined);
      return () => async (name?: string) => (await tracked)?.(name);
    },
    capacity: {
      generationsPerAccount: bounds.generationsPerAccount,
      bytesPerAccount: bounds.bytesPerAccount,
      isFull: (account) => open?.capacity.isFull(account) ?? false,
      evictElsewhere: async (realNow) => (await opened).capacity.evictElsewhere(realNow),
    },
    close: async () => (await opening.catch(() => undefined))?.close?.(),
  };
}
