/** The port to where records are kept. Its verbs are few and each is atomic, so that a database can do each in one transaction. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Account, AccountSettings } from './account.ts';
import type { Failure } from './plan.ts';
import type { Generation, Look } from './generation.ts';
import type { Admission, Rate, Slots } from './limits.ts';

/** What a key asks of the account with this name. */
export interface AccountRequest {
  readonly name: string;
  /** Empty when the key carries no set-up: it joins the account, however that was opened. */
  readonly setUp: string;
  readonly settings: AccountSettings;
}

export type Opened =
  | { readonly kind: 'open'; readonly account: Account }
  /** The account is open with another set-up. */
  | { readonly kind: 'differs' }
  /** No room for one more account, and none is idle enough to make room. */
  | { readonly kind: 'full' };

/** An Idempotency-Key and what it was used for. */
export interface Claim {
  readonly key: string;
  readonly fingerprint: string;
  readonly expiresAt: number;
}

export interface Claimed {
  readonly claim: Claim;
  readonly generation: Generation;
}

/** One create, ready to be carried out: balance, record and claim change together or not at all. */
export interface Reservation {
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
  openAccount(request: AccountRequest, realNow: number): Promise<Opened>;
  /** An account as it stands; settled up to now where its settings say eager. */
  findAccount(name: string, realNow: number): Promise<Account | undefined>;
  /** Puts an account in the place of its earlier self; nothing when there is no such account. */
  changeAccount(name: string, step: (account: Account) => Account): Promise<Account | undefined>;
  /** Takes one request out of the account's rate. */
  admit(name: string, operation: OperationName, gate: { rate: Rate; now: number }): Promise<Admission>;
  /** What an Idempotency-Key was used for, unless that has expired. */
  findClaim(account: string, key: string, now: number): Promise<Claimed | undefined>;
  reserve(reservation: Reservation): Promise<Reserved>;
  /** A generation as it was last seen. */
  find(account: string, id: string): Promise<Generation | undefined>;
  /** Finds a generation as this look finds it: counts the poll, moves it, and settles its reservation exactly once. */
  look(account: string, id: string, look: Look): Promise<Generation | undefined>;
  /** Puts a generation in the place of its earlier self; the step decides, and may leave it as it is. */
  revise(account: string, id: string, step: (generation: Generation) => Generation): Promise<Generation | undefined>;
  /** Moves a generation by hand, and settles its reservation when that ends it. */
  move(account: string, id: string, to: Move): Promise<Generation | undefined>;
}

export interface Move {
  readonly status: 'running' | 'completed' | 'failed';
  readonly failure?: Failure | undefined;
}
