/** A store that tells the journal of what changes in an account without a request, so that nobody who waits for it has to poll. */

import type { Store } from './domain/store.ts';

/** The same store; `stir` hears the account's name after each change. */
export function stirringStore(store: Store, stir: (account: string) => void): Store {
  const after = async <Result>(account: string, change: Promise<Result>): Promise<Result> => {
    const result = await change;
    stir(account);
    return result;
  };
  return {
    ...store,
    changeAccount: (account, step, traced) => after(account, store.changeAccount(account, step, traced)),
    passTime: (account, step, realNow) => after(account, store.passTime(account, step, realNow)),
    importAccount: (state, realNow) => after(state.account.name, store.importAccount(state, realNow)),
    deleteAccount: (account) => after(account, store.deleteAccount(account)),
    revise: (account, id, step) => after(account, store.revise(account, id, step)),
    move: (account, id, to) => after(account, store.move(account, id, to)),
  };
}
