/** What is found in the store under the keys of an account, and is not what a replica has written there. */

import { StoreUnavailable } from '../../domain/store.ts';
import { changesKey, recordsKey } from './store-keys.ts';

/** Runs what reads or writes an account; where that fails of what is there, the error says where and what to do. */
export async function namingDamage<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw cause;
    const message = `The store of this service holds something that is no account "${name}" under ${recordsKey(name)} and ${changesKey(name)}. Delete both keys there; the account opens anew.`;
    throw new StoreUnavailable(message, { cause });
  }
}
