/** Accounts by hand: reading the books, setting the clock and moving generations, for programs that embed the emulator. */

import type { Account } from './domain/account.ts';
import { advanceClock, readClock, setClock, type Clock } from './domain/clock.ts';
import type { Generation } from './domain/generation.ts';
import type { Ledger } from './domain/ledger.ts';
import type { Move, Store } from './domain/store.ts';
import type { AccountJournal, Journal } from './journal/journal.ts';
import { CLOCK_FORMS, readClockText } from './settings/clock-text.ts';

/** An account as a program may reach into it; each method that answers with a promise rejects while no key has opened the account. */
export interface AccountHandle {
  /** The account's money, in millionths of a US dollar. */
  ledger(): Promise<Ledger>;
  /** Moves the clock; a negative step moves it back. Answers with what it reads then. */
  advance(milliseconds: number): Promise<Date>;
  /** Sets the clock: `real`, `frozen`, `frozen@<time>` or `x60`, which goes on from what it reads. Answers with what it reads then. */
  setClock(text: string): Promise<Date>;
  /** What happened in it, request by request; throws a JournalError where the journal is off. */
  readonly journal: AccountJournal;
  /** A generation as it was last seen: this is no look, so it neither moves nor settles it. */
  generation(id: string): Promise<Generation | undefined>;
  /** Moves a generation forward by hand and settles it when that ends it; nothing when there is none with this id. */
  move(id: string, status: Move['status'], failure?: Move['failure']): Promise<Generation | undefined>;
}

interface Surroundings {
  readonly realNow: () => number;
  readonly journal: Journal;
}

/** What was asked of an account cannot be done; the message says why and what to do. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** Reaches for the account with this name (the label of an `sk_standin_` key, or the name of a listed account). */
export function accountHandle(store: Store, name: string, { realNow, journal }: Surroundings): AccountHandle {
  const change = async (step: (clock: Clock) => Clock): Promise<Date> => {
    const account = await store.changeAccount(name, (now) => ({ ...now, clock: step(now.clock) }));
    if (account === undefined) throw notOpen(name);
    return new Date(readClock(account.clock, realNow()));
  };
  const found = async (): Promise<Account> => {
    const account = await store.findAccount(name, realNow());
    if (account === undefined) throw notOpen(name);
    return account;
  };
  return {
    get journal() {
      return journal.of(name);
    },
    ledger: async () => (await found()).ledger,
    advance: async (milliseconds) => {
      if (!Number.isFinite(milliseconds)) throw new AccountError(`a clock cannot be advanced by ${milliseconds} ms`);
      return change((clock) => advanceClock(clock, milliseconds));
    },
    setClock: async (text) => {
      const setting = readClockText(text);
      if (setting === undefined) throw new AccountError(`"${text}" is no clock; it must be ${CLOCK_FORMS}`);
      return change((clock) => setClock(clock, setting, realNow()));
    },
    generation: async (id) => {
      await found();
      return store.find(name, id);
    },
    move: async (id, status, failure) => {
      await found();
      return store.move(name, id, { status, failure });
    },
  };
}

function notOpen(name: string): AccountError {
  return new AccountError(
    `No account "${name}" is open. An account opens with the first request that carries its key.`,
  );
}
