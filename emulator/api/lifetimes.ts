/** Account lifetimes: a reset or a removal ends one, and with it everything that is still on its way for the account. */

import { setMaxListeners } from 'node:events';

export interface AccountLifetimes {
  /** Aborts when the account's lifetime ends. */
  signalOf(account: string): AbortSignal;
  /** Ends the lifetime: what is in flight is broken off, and the next request begins another one. */
  end(account: string): void;
}

/** No account has a lifetime until its first request. */
export function createAccountLifetimes(): AccountLifetimes {
  const controllers = new Map<string, AbortController>();
  return {
    signalOf: (account) => {
      const known = controllers.get(account);
      if (known !== undefined) return known.signal;
      const controller = new AbortController();
      // Each download in flight listens.
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
