/** A shared store without a service around it; it says which commands it has sent. */

import { onTestFinished } from 'vitest';
import { AccountIndex } from '../../../emulator/store/shared/account-index.ts';
import { StoreConnection, type CommandPart } from '../../../emulator/store/shared/connection.ts';
import type { Reply } from '../../../emulator/store/shared/replies.ts';
import { SharedStore } from '../../../emulator/store/shared/shared-store.ts';
import { NO_BOUND } from '../domain/accounts.ts';

const BOUNDS = { accounts: 9, idleMs: 1000, generations: 1e6, generationsPerAccount: 1e6, ...NO_BOUND };

const LISTENER = { removed: () => undefined, evictedFrom: () => undefined };

export interface OpenedStore {
  readonly store: SharedStore;
  /** The commands so far. */
  readonly sent: (readonly string[])[];
}

class RecordedConnection extends StoreConnection {
  readonly sent: (readonly string[])[] = [];

  override send(key: string, command: readonly CommandPart[], asBytes = false): Promise<Reply> {
    this.sent.push(command.map(String));
    return super.send(key, command, asBytes);
  }
}

/** Opens it until the test is over. */
export async function openStore(url: string): Promise<OpenedStore> {
  const connection = new RecordedConnection(url);
  const index = new AccountIndex(connection, BOUNDS);
  onTestFinished(() => {
    connection.close();
  });
  await connection.open();
  const store = new SharedStore({
    connection,
    index,
    listener: LISTENER,
    signals: { send: () => undefined },
    close: async () => undefined,
  });
  return { store, sent: connection.sent };
}
