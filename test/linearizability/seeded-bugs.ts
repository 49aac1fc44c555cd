/** Stores with one seeded bug each. The checker must find the bug in the responses to clients. */

import type { MakeStore } from '../../emulator/wiring/engine-state.ts';
import type { Account } from '../../emulator/domain/account.ts';
import { setBalance } from '../../emulator/domain/ledger.ts';
import type { BoundedStore } from '../../emulator/domain/store.ts';
import { readAccountRecords } from '../support/store/read-account-records.ts';
import { allRecords, noPlaces } from '../../emulator/store/account-records.ts';
import { MemoryTable, toBoundedStore } from '../../emulator/store/memory.ts';

export interface SeededBug {
  readonly bug: string;
  readonly makeStore: MakeStore;
}

/** Returns a store over memory that answers one turn of the event loop later. */
function over(bug: string, change: (memory: MemoryTable) => Partial<BoundedStore>): SeededBug {
  return {
    bug,
    makeStore: (bounds, listener) => {
      const memory = new MemoryTable(bounds, listener);
      return { ...toBoundedStore(memory), ...change(memory) };
    },
  };
}

function copyOf(account: Account): Account {
  const records = [...allRecords(account, noPlaces())].flatMap(([key, text]) =>
    text === undefined ? [] : [[key, text] as const],
  );
  const read = readAccountRecords(records);
  if (read === undefined) throw new Error('An account has no head.');
  return read.account;
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The last commit always wins, and ignores commits since its `enter`. */
const lostUpdate = over('lost update', (memory) => ({
  enter: async (name, realNow) => {
    const account = memory.enter(name, realNow);
    const copy = account && copyOf(account);
    await turn();
    return copy;
  },
  commit: async (account, { isDirty }) => {
    if (isDirty) memory.restore(account.name, copyOf(account as Account), Date.now());
    return 'kept';
  },
}));

/** A failed generation is refunded twice. */
const doubleRefund = over('double refund', (memory) => ({
  commit: async (account, changes) => {
    for (const { generation } of changes.transitions) {
      if (generation.status !== 'failed') continue;
      account.ledger = setBalance(account.ledger, account.ledger.balance + generation.cost);
    }
    return memory.commit(account, changes);
  },
}));

/** A read may return the account before its last commit. A write then conflicts. */
const staleRead = over('stale read', (memory) => {
  const before = new Map<string, Account>();
  let reads = 0;
  return {
    enter: async (name, realNow) => {
      const account = memory.enter(name, realNow);
      reads += 1;
      const stale = reads % 3 === 0 ? before.get(name) : undefined;
      if (account !== undefined && stale === undefined) before.set(name, copyOf(account));
      return stale ?? account;
    },
  };
});

/** Now and then a successful commit is reported as a conflict, so the decision runs again. */
const doubleCreate = over('double create', (memory) => {
  let commits = 0;
  return {
    commit: async (account, changes) => {
      const result = memory.commit(account, changes);
      commits += changes.isDirty ? 1 : 0;
      return changes.isDirty && commits % 4 === 0 ? 'conflict' : result;
    },
  };
});

export const SEEDED_BUGS: readonly SeededBug[] = [lostUpdate, doubleRefund, staleRead, doubleCreate];
