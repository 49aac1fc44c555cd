/** Epochs of accounts: a reset ends one, and with it everything that is still on its way for the account. */

import { setMaxListeners } from 'node:events';

export interface Epochs {
  /** Aborts when the account's epoch ends. */
  signalOf(account: string): AbortSignal;
  /** Ends the epoch: what is in flight is broken off, and the next request begins another one. */
  end(account: string): void;
}

/** No account has an epoch until its first request. */
export function createEpochs(): Epochs {
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
