/** The port to where records are kept. Its verbs are few and each is atomic, so that a database can do each in one transaction. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Status } from '../../contract/generation.ts';
import type { AccountState } from './account-state.ts';
import type { Account, Opening } from './account.ts';
import type { Claim, Claimed } from './idempotency-record.ts';
import type { Clock } from './clock.ts';
import type { Passed } from './time-events.ts';
import type { Failure } from './plan.ts';
import type { Generation, Look } from './generation.ts';
import type { Admission, Rate, Slots } from './limits.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Traced } from './trace.ts';

/** What a key asks of the account with this name; an empty `setUp` joins the account, however that was opened. */
export type AccountRequest = Opening;

export type Opened =
  | { readonly kind: 'open'; readonly account: Account }
  /** The account is open with another set-up. */
  | { readonly kind: 'differs' }
  /** No room for one more account, and none is idle enough to make room. */
  | { readonly kind: 'full' };

/** One create, ready to be carried out: balance, record and claim change together or not at all. */
export interface Reservation extends Traced {
  readonly account: string;
  readonly now: number;
  readonly realNow: number;
  readonly claim?: Claim | undefined;
  /** At most so many generations may be live. */
  readonly maxLive?: number | undefined;
  /** Builds the record from what only the store knows at that moment. */
  readonly draft: (position: Position) => Draft;
}

export interface Position {
  readonly number: number;
  readonly slots: Slots;
}

export interface Draft {
  readonly generation: Generation;
  readonly slots: Slots;
}

export type Reserved =
  | { readonly kind: 'accepted'; readonly generation: Generation }
  /** The same Idempotency-Key was there first. */
  | { readonly kind: 'claimed'; readonly earlier: Claimed }
  | { readonly kind: 'insufficient' }
  | { readonly kind: 'too-many-live'; readonly retryMs: number }
  /** Every generation that is kept is live, and there is no room for one more; or the account made room itself while its request was on its way. */
  | { readonly kind: 'full' };

export interface Store {
  /** Opens the account, or joins it. */
  openAccount(request: AccountRequest, realNow: number): MaybePromise<Opened>;
  /** An account as it stands; settled up to now where its settings say eager. */
  findAccount(name: string, realNow: number): Promise<Account | undefined>;
  /** All accounts, in the order in which they opened. */
  listAccounts(): Promise<readonly Account[]>;
  /** Puts an account in the place of its earlier self; the step decides, and may leave it as it is. */
  changeAccount(name: string, step: (account: Account) => Account, traced?: Traced): Promise<Account | undefined>;
  /** Forgets an account and all that is in it; false when there is none. */
  deleteAccount(name: string): Promise<boolean>;
  /** The whole account as data. */
  exportAccount(name: string, realNow: number): Promise<AccountState | undefined>;
  /** Puts an account in the place of the one with its name; false when there is no room for it. */
  importAccount(state: AccountState, realNow: number): Promise<boolean>;
  /** Sets an account's clock and settles what is due where its settings say eager. Answers with all that happened between the two readings. */
  passTime(name: string, step: TimeStep, realNow: number): Promise<Passed | undefined>;
  /** Takes one request out of the account's rate. */
  admit(name: string, operation: OperationName, gate: { rate: Rate; now: number }): Promise<Admission>;
  /** What an Idempotency-Key was used for, unless that has expired. */
  findClaim(account: string, key: string, now: number): Promise<Claimed | undefined>;
  reserve(reservation: Reservation): MaybePromise<Reserved>;
  /** Every generation of an account as it was last seen, the newest first. */
  list(account: string): Promise<readonly Generation[]>;
  /** A generation as it was last seen. */
  find(account: string, id: string): Promise<Generation | undefined>;
  /** Finds a generation as this look finds it: counts the poll, moves it, and settles its reservation exactly once. */
  look(account: string, id: string, look: Look & Traced): MaybePromise<Generation | undefined>;
  /** Puts a generation in the place of its earlier self; the step decides, and may leave it as it is. */
  revise(account: string, id: string, step: (generation: Generation) => Generation): Promise<Generation | undefined>;
  /** Moves a generation by hand, and settles its reservation when that ends it. */
  move(account: string, id: string, to: Move): Promise<Generation | undefined>;
}

export interface Move {
  readonly status: 'running' | 'completed' | 'failed';
  readonly failure?: Failure | undefined;
}

/** Makes a clock of another; `idleAt` is when the last generation that time ends will have ended, if any is live. */
export type TimeStep = (clock: Clock, idleAt: number | undefined) => Clock;

/** Hears of what changes in a store, at the moment when it does. */
export interface StoreWatch {
  /** A generation was created, or its status changed; with it the reservation, where that ended it. */
  generationChanged(account: Account, before: Status | undefined, generation: Generation): void;
  /** An account made room for others, or was deleted. */
  accountForgotten(name: string): void;
}
