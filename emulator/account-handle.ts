/** Creates account handles, with which programs read the ledger, set the clock and move generations. */

import { findGeneration, moveGeneration, settleEagerly, type StatusChange } from './domain/account-generations.ts';
import { toClipPlan } from './api/to-clip-plan.ts';
import { readClock } from './domain/clock.ts';
import { decideOn, type Accounts, type Decision } from './domain/decide.ts';
import type { Generation } from './domain/generation.ts';
import type { Ledger } from './domain/ledger.ts';
import { moveClock, OUT_OF_YEARS, type ClockMove } from './domain/move-clock.ts';
import type { ClipRenderer } from './domain/ports.ts';
import type { AccountJournal, Journal } from './journal/journal.ts';
import { CLOCK_FORMS, readClockText } from './settings/setting-values.ts';

/** A handle to one account. Its promises reject until a request with a key has opened the account. */
export interface AccountHandle {
  /** Returns the account's money, in millionths of a US dollar. */
  ledger(): Promise<Ledger>;
  /** Moves the clock forward, or back with a negative number. Resolves to the new time. */
  advance(milliseconds: number): Promise<Date>;
  /**
   * Sets the clock to `real`, `frozen`, `frozen@<time>`, or a rate such as `x60`. Without a time, it continues from its
   * current time. Resolves to the new time.
   */
  setClock(text: string): Promise<Date>;
  /** The requests of the account. Throws a JournalError if the journal is off. */
  readonly journal: AccountJournal;
  /** Returns the last known state of a generation. Unlike a poll, it neither moves nor settles the generation. */
  generation(id: string): Promise<Generation | undefined>;
  /** Renders the clip of a generation, without faults. It does not count as a download, and the journal omits it. */
  clip(id: string): Promise<Uint8Array | undefined>;
  /** Moves a generation forward, and settles it if it ends. Resolves to undefined if the id is unknown. */
  move(id: string, status: StatusChange['status'], failure?: StatusChange['failure']): Promise<Generation | undefined>;
}

interface HandleServices {
  readonly journal: Journal;
  readonly renderer: Pick<ClipRenderer, 'render'>;
  readonly opened: () => Promise<void>;
}

/** The error for an impossible request to an account. The message contains the reason and the next step. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** Returns the handle of an account. Its name is the label of an `sk_standin_` key or a name in the settings. */
export function accountHandle(accounts: Accounts, name: string, services: HandleServices): AccountHandle {
  const { journal, renderer, opened } = services;
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
        return generation && toClipPlan(generation, account);
      });
      return plan && Buffer.concat((await renderer.render(plan)).pieces);
    },
    move: (id, status, failure) => decide((account) => moveGeneration(account, id.toLowerCase(), { status, failure })),
  };
}

function notOpen(name: string): AccountError {
  return new AccountError(`No account "${name}" exists. To create the account, send a request with its key.`);
}
