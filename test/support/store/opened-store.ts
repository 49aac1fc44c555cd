/** A shared store without a service around it; it says which commands it has sent. */

import { onTestFinished } from 'vitest';
import { AccountIndex } from '../../../emulator/store/shared/account-index.ts';
import { openConnection, type StoreConnection } from '../../../emulator/store/shared/connection.ts';
import { SharedStore } from '../../../emulator/store/shared/shared-store.ts';
import { NO_BOUND } from '../domain/accounts.ts';

const BOUNDS = { accounts: 9, idleMs: 1000, generations: 1e6, generationsPerAccount: 1e6, ...NO_BOUND };

export interface OpenedStore {
  readonly store: SharedStore;
  /** The commands so far. */
  readonly sent: (readonly string[])[];
  /** While there is a promise, replies to commits wait for it. */
  hold: Promise<void> | undefined;
}

/** Opens it until the test is over. */
export async function openStore(url: string): Promise<OpenedStore> {
  const real = openConnection({ address: { url, shown: url }, answerMs: 1000 });
  const index = new AccountIndex(real);
  onTestFinished(() => {
    index.close();
    real.close();
  });
  await real.opened();
  const sent: (readonly string[])[] = [];
  const connection: StoreConnection = {
    get problem() {
      return real.problem;
    },
    opened: () => real.opened(),
    renew: () => real.renew(),
    close: () => real.close(),
    send: async (key, command, asBytes) => {
      sent.push(command.map(String));
      const reply = await real.send(key, command, asBytes);
      if (command[0] === 'EVALSHA') await opened.hold;
      return reply;
    },
  };
  const listener = { removed: () => undefined, evictedFrom: () => undefined };
  const store = new SharedStore({
    connection,
    index,
    bounds: BOUNDS,
    listener,
    onReplaced: () => undefined,
    close: async () => undefined,
  });
  const opened: OpenedStore = { store, sent, hold: undefined };
  return opened;
}
