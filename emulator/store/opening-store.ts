/** A store that is still opening: whoever asks waits until it is open, or gets the reason why it cannot be opened. */

import type { MaybePromise } from '../domain/maybe-promise.ts';
import { StoreUnavailable, type BoundedStore } from '../domain/store.ts';
import type { StoreBounds } from './memory.ts';

/** The port to a store that opens; once it is open, questions go straight to it. */
export function createOpeningStore(opening: Promise<BoundedStore>, bounds: StoreBounds): BoundedStore {
  let open: BoundedStore | undefined;
  const opened = opening.then(
    (store) => (open = store),
    (cause: unknown) => {
      throw new StoreUnavailable(cause instanceof Error ? cause.message : String(cause), { cause });
    },
  );
  // Whoever asks gets it.
  opened.catch(() => undefined);
  const ask = <Answer>(question: (store: BoundedStore) => MaybePromise<Answer>): MaybePromise<Answer> =>
    open === undefined ? opened.then(question) : question(open);
  return {
    enter: (name, realNow) => ask((store) => store.enter(name, realNow)),
    renew: (account) => open?.renew?.(account) ?? account,
    commit: (account, changes) => ask((store) => store.commit(account, changes)),
    replace: (name, replacement) => ask((store) => store.replace(name, replacement)),
    list: () => ask((store) => store.list()),
    discard: (name) => ask((store) => store.discard?.(name)),
    capacity: {
      generationsPerAccount: bounds.generationsPerAccount,
      bytesPerAccount: bounds.bytesPerAccount,
      isFull: (account) => open?.capacity.isFull(account) ?? false,
      evictElsewhere: (realNow) => ask((store) => store.capacity.evictElsewhere(realNow)),
    },
    close: async () => (await opening.catch(() => undefined))?.close?.(),
  };
}
