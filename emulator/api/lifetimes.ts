/** Account lifetimes. A reset, a removal or an eviction ends one and aborts what is in flight for the account. */

import { setMaxListeners } from 'node:events';

/** The lifetimes by account. Each starts with the first request of its account. */
export class AccountLifetimes {
  readonly #controllers = new Map<string, AbortController>();

  /** Returns the signal that aborts when the account's lifetime ends. */
  signalOf(account: string): AbortSignal {
    const known = this.#controllers.get(account);
    if (known !== undefined) return known.signal;
    const controller = new AbortController();
    // Each download in flight adds a listener.
    setMaxListeners(0, controller.signal);
    this.#controllers.set(account, controller);
    return controller.signal;
  }

  /** Ends the lifetime. The next request starts another one. */
  end(account: string): void {
    const controller = this.#controllers.get(account);
    this.#controllers.delete(account);
    controller?.abort();
  }
}
