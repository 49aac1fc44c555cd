/** Account lifetimes. A reset, a removal or an eviction ends one and aborts what is in flight for the account. */

import { setMaxListeners } from 'node:events';

export interface AccountLifetimes {
  /** Returns the signal that aborts when the account's lifetime ends. */
  signalOf(account: string): AbortSignal;
  /** Ends the lifetime. The next request starts another one. */
  end(account: string): void;
}

/** Creates the lifetimes. Each starts with the first request of its account. */
export function createAccountLifetimes(): AccountLifetimes {
  const controllers = new Map<string, AbortController>();
  return {
    signalOf: (account) => {
      const known = controllers.get(account);
      if (known !== undefined) return known.signal;
      const controller = new AbortController();
      // Each download in flight adds a listener.
      setMaxListeners(0, controller.signal);
      controllers.set(account, controller);
      return controller.signal;
    },
    end: (account) => {
      const controller = controllers.get(account);
      controllers.delete(account);
      controller?.abort();
    },
  };
}
