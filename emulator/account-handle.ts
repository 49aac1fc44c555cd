/** Account handles, for programs that embed the emulator: they read the ledger, set the clock and move generations. */

import { findGeneration, moveGeneration, settleEagerly, type Move } from './domain/account-generations.ts';
import { toClipPlan } from './api/to-clip-plan.ts';
import { readClock } from './domain/clock.ts';
import { decideOn, type Accounts, type Decision } from './domain/decide.ts';
import type { Generation } from './domain/generation.ts';
import type { Ledger } from './domain/ledger.ts';
import { moveClock, OUT_OF_YEARS, type ClockMove } from './domain/move-clock.ts';
import type { ClipRenderer } from './domain/ports.ts';
import type { AccountJournal, Journal } from './journal/journal.ts';
import { CLOCK_FORMS, readClockText } from './settings/clock-text.ts';

/** A handle to one account. Methods that return a promise reject until a key has opened the account. */
export interface AccountHandle {
  /** The account's money, in millionths of a US dollar. */
  ledger(): Promise<Ledger>;
  /** Moves the clock forward, or back with a negative number. Resolves to its new reading. */
  advance(milliseconds: number): Promise<Date>;
  /**
   * Sets the clock to `real`, `frozen`, `frozen@<time>`, or `x60`, which continues from its reading. Resolves to its
   * new reading.
   */
  setClock(text: string): Promise<Date>;
  /** The requests of the account. Throws a JournalError if the journal is off. */
  readonly journal: AccountJournal;
  /** Returns a generation as last seen. It is not a poll: it neither moves nor settles the generation. */
  generation(id: string): Promise<Generation | undefined>;
  /** Renders the clip of a generation, without faults. It does not count as a download, and the journal omits it. */
  clip(id: string): Promise<Uint8Array | undefined>;
  /** Moves a generation forward and settles it if that ends it; undefined if there is none with this id. */
  move(id: string, status: Move['status'], failure?: Move['failure']): Promise<Generation | undefined>;
}

interface HandleServices {
  readonly journal: Journal;
  /** Wakes waiters of an account. */
  readonly notify: (account: string) => void;
  readonly renderer: Pick<ClipRenderer, 'render'>;
  readonly opened: () => Promise<void>;
}

/** An account cannot do what was requested. The message contains the reason and the next step. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** Returns the handle of this account: the label of an `sk_standin_` key, or the name of a listed account. */
export function accountHandle(accounts: Accounts, name: string, services: HandleServices): AccountHandle {
  const { journal, notify, renderer, opened } = services;
  const { realNow } = accounts;
  const decide = async <Result>(decision: Decision<Result>): Promise<Result> => {
    await opened();
    const decided = await decideOn(accounts, name, (account) => {
      settleEagerly(account, readClock(account.clock, realNow()));
      return decision(account);
    });
    if (decided === undefined) throw notOpen(name);
    return decided.result;
  };
  const move = async (clockMove: ClockMove): Promise<Date> => {
    const moved = await decide((account) => moveClock(account, clockMove, realNow()));
    if (moved === undefined) throw new AccountError(OUT_OF_YEARS);
    notify(name);
    return new Date(moved.to);
  };
  return {
    get journal() {
      return journal.of(name);
    },
    ledger: () => decide(({ ledger }) => ledger),
    advance: async (milliseconds) => {
      if (!Number.isFinite(milliseconds)) throw new AccountError(`a clock cannot be advanced by ${milliseconds} ms`);
      return move({ kind: 'by', ms: milliseconds });
    },
    setClock: async (text) => {
      const setting = readClockText(text);
      if (setting === undefined) throw new AccountError(`"${text}" is not a clock; it must be ${CLOCK_FORMS}`);
      return move({ kind: 'set', setting });
    },
    generation: (id) => decide((account) => findGeneration(account, id.toLowerCase())),
    clip: async (id) => {
      const plan = await decide((account) => {
        const generation = findGeneration(account, id.toLowerCase());
        return generation && toClipPlan(account, generation);
      });
      return plan && Buffer.concat((await renderer.render(plan)).pieces);
    },
    move: async (id, status, failure) => {
      const moved = await decide((account) => moveGeneration(account, id.toLowerCase(), { status, failure }));
      notify(name);
      return moved;
    },
  };
}

function notOpen(name: string): AccountError {
  return new AccountError(`No account "${name}" exists. To create the account, send a request with its key.`);
}
